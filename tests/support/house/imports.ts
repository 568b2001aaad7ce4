import { dirname, join } from 'node:path/posix'
import ts from 'typescript'

/**
 * One import of a file. A `typeOnly` import is removed by the compiler. A `late` import is dynamic:
 * it loads the module when its line runs.
 */
export type Import = {
  target: string
  typeOnly: boolean
  names: readonly string[]
  late?: true
}

const SERVER_SIDE = ['layouts', 'sections', 'pages', 'middleware']
const BROWSER_SIDE = ['i18n', 'client', 'stores', 'ui', 'islands', 'script']

/** Sections that every other section may use: the page frame, lists, and shared parts. */
const COMMON_SECTIONS = ['frame', 'shared', 'tables']

/** Folders that each folder of `src/` may import besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  core: [],
  contract: ['core'],
  media: ['core'],
  providers: ['core', 'media'],
  sandbox: ['core', 'i18n', 'media'],
  catalog: ['core', 'media', 'providers', 'sandbox'],
  i18n: ['core', 'contract'],
  client: ['core', 'contract', 'i18n'],
  stores: ['core', 'contract', 'i18n', 'client'],
  ui: ['core', 'contract', 'i18n', 'client', 'stores'],
  islands: ['core', 'contract', 'i18n', 'client', 'stores', 'ui'],
  // Scripts of pages besides islands: those of Astro files, and `*.browser.ts` of sections.
  script: ['core', 'contract', 'i18n', 'client', 'stores', 'ui', 'islands', 'sections'],
  layouts: [
    'core',
    'contract',
    'i18n',
    'client',
    'stores',
    'ui',
    'islands',
    'sections',
    'catalog',
    'styles'
  ],
  // Sections may import `media`, since preview cards set their texts in the same way as posters.
  sections: [
    'core',
    'media',
    'contract',
    'i18n',
    'client',
    'stores',
    'ui',
    'islands',
    'layouts',
    'catalog',
    'styles'
  ],
  pages: [
    'core',
    'contract',
    'i18n',
    'client',
    'stores',
    'ui',
    'islands',
    'layouts',
    'sections',
    'catalog',
    'styles'
  ],
  middleware: ['core', 'contract', 'i18n', 'client', 'catalog'],
  servers: ['core', 'contract', 'i18n', 'catalog', 'media', 'providers', 'sandbox', 'client']
}

/**
 * The parts of the server, which must not import each other. All of them may import the other
 * folders of `src/servers`.
 */
const PARTS = ['api', 'auth', 'platform']

/** Folders from which the listed folders may import types only. */
const TYPES_ONLY: Record<string, readonly string[]> = {
  contract: BROWSER_SIDE,
  client: ['servers']
}

/** Packages that must not reach a browser: schemas, server libraries, Node. */
const HEAVY = /^(zod|@hono\/|hono|node:|kysely|pg$|pino|better-auth|undici|jose$|ai$|@ai-sdk\/)/

/**
 * Finds wrong imports of one file.
 * @param file its path from the project's root, `src/…`
 * @param text its source
 * @returns a message for each wrong import
 */
export function wrongImports(file: string, text: string): string[] {
  const from = file.endsWith('.browser.ts') ? 'script' : folderOf(file)
  if (from === null || !file.startsWith('src/')) return []
  const { server, browser } = sidesOf(file, text)
  return [
    ...importsOf(server).flatMap(each => judge(file, from, each)),
    // A script in an Astro page runs in the browser like an island, so it follows the same rules.
    ...importsOf(browser).flatMap(each => judge(file.replace(/\.astro$/, '.ts'), 'script', each))
  ]
}

function judge(file: string, from: string, { target, typeOnly }: Import): string[] {
  const path = resolve(file, target)
  const line = `${file} imports ${target}`
  const isServerFile = file.endsWith('.server.ts')
  const inBrowser = ['core', ...BROWSER_SIDE].includes(from) && !isServerFile
  if (path === null)
    return inBrowser && !typeOnly && HEAVY.test(target)
      ? [`${line}, which is too heavy for a browser`]
      : []

  const to = folderOf(path)
  if (to === null)
    return /^(locales\/|astro-i18next\.config\.mjs$)/.test(path)
      ? []
      : [`${line}, which lies outside of src`]
  if (path.endsWith('.server.ts') && !isServerFile && ![...SERVER_SIDE, 'servers'].includes(from))
    return [`${line}, which is for servers only`]
  if (to === 'sections' && from === 'script' && !path.endsWith('.browser.ts'))
    return [`${line}, which is not for browsers`]
  if (to === 'sections' && file.startsWith('src/sections/') && !mayMeet(file, path))
    return [`${line}: sections share by ${COMMON_SECTIONS.join(', ')}`]
  if (to === 'servers' && from === 'servers' && !mayKnow(file, path))
    return [`${line}: only what joins the parts may know ${roomOf(path)}`]
  if (to === from || to === 'env') return []
  if (!MAY_IMPORT[from]?.includes(to)) return [`${line}: ${from} may not import ${to}`]
  if (to === 'sandbox' && from === 'catalog' && !/\/sandbox(-[a-z]+|es)?\.server\.ts$/.test(file))
    return [`${line}: only the sandbox files of a service may import the sandbox`]
  if (from === 'catalog' && ['media', 'providers'].includes(to) && !isServerFile)
    return [`${line}: only *.server.ts of the catalogue may import ${to}`]
  if (TYPES_ONLY[to]?.includes(from) && !typeOnly)
    return [`${line}: ${from} may import ${to} only as types`]
  return []
}

/** Returns the name of the section, such as `frame` for `src/sections/frame/Rail.astro`. */
const roomOf = (path: string): string => path.split('/')[2] ?? ''

/** May one section import a file of another? */
function mayMeet(file: string, other: string): boolean {
  return roomOf(file) === roomOf(other) || COMMON_SECTIONS.includes(roomOf(other))
}

/**
 * May a server file import a file of a part? Only the part itself and files directly in
 * `src/servers`, which join the parts, may do so.
 */
function mayKnow(file: string, other: string): boolean {
  const isJoint = /^src\/servers\/[^/]+$/.test(file)
  return isJoint || roomOf(file) === roomOf(other) || !PARTS.includes(roomOf(other))
}

/** Returns the path of an imported file from the project's root; null for a package. */
function resolve(file: string, target: string): string | null {
  if (target.startsWith('#')) return `src/${target.slice(1)}`
  return target.startsWith('.') ? join(dirname(file), target) : null
}

/** Returns `core` for `src/core/money.ts`, `middleware` for `src/middleware.ts`. */
function folderOf(path: string): string | null {
  const [root, folder] = path.split('/')
  return root === 'src' && folder !== undefined ? folder.replace(/(\.d)?\.ts$/, '') : null
}

/** Splits a file into its server code and the scripts that an Astro file sends to the browser. */
export function sidesOf(file: string, text: string): { server: string; browser: string } {
  if (!file.endsWith('.astro')) return { server: text, browser: '' }
  const [, frontmatter = '', rest = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const scripts = [...rest.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, body]) => body)
  return { server: frontmatter, browser: scripts.join('\n') }
}

/**
 * The imports of each source that was parsed. Several rules need them, and parsing takes most of
 * their time.
 */
const known = new Map<string, Import[]>()

/** Lists every import, re-export and dynamic import of a source. */
export function importsOf(text: string): Import[] {
  const before = known.get(text)
  if (before !== undefined) return before
  const found: Import[] = []
  known.set(text, found)
  visit(parse(text), node => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause
      const typeOnly = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      found.push({ target: node.moduleSpecifier.text, typeOnly, names: namesOf(clause) })
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push({ target: node.moduleSpecifier.text, typeOnly: node.isTypeOnly, names: ['*'] })
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [target] = node.arguments
      if (target && ts.isStringLiteral(target))
        found.push({ target: target.text, typeOnly: false, names: ['*'], late: true })
    }
  })
  return found
}

/** Lists the imported values; `*` for a default or a namespace import. */
function namesOf(clause: ts.ImportClause | undefined): string[] {
  const bindings = clause?.namedBindings
  const named =
    bindings && ts.isNamedImports(bindings)
      ? bindings.elements.filter(each => !each.isTypeOnly)
      : []
  const whole =
    clause?.name !== undefined || (bindings !== undefined && ts.isNamespaceImport(bindings))
  return [...(whole ? ['*'] : []), ...named.map(each => (each.propertyName ?? each.name).text)]
}

export function parse(text: string): ts.SourceFile {
  return ts.createSourceFile('source.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
}

export function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  ts.forEachChild(node, child => visit(child, look))
}
