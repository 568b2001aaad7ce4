import ts from 'typescript'
import { importsOf, parse, sidesOf, visit } from './imports.ts'

/** Maximum number of lines in a file. */
export const MAX_LINES = 250

/**
 * The limit for test files. It is higher, since the halves of a split test file would repeat the
 * set-up.
 */
export const MAX_TEST_LINES = 400

const TEST = /^tests\/|\.test\.tsx?$/

export function tooLong(file: string, text: string): string[] {
  const lines = lengthOf(text)
  return lines > (TEST.test(file) ? MAX_TEST_LINES : MAX_LINES)
    ? [`${file} has ${lines} lines`]
    : []
}

export function lengthOf(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}

/** Server files that may connect to other machines: the egress and its DNS resolver. */
const EGRESS = new Set(['src/servers/lib/egress.ts', 'src/servers/lib/resolver.ts'])
const OUTWARD: Record<string, RegExp> = {
  'node:http': /^(\*|request|get|Agent|globalAgent|ClientRequest)$/,
  'node:https': /^(\*|request|get|Agent|globalAgent)$/,
  'node:http2': /^(\*|connect)$/,
  'node:net': /^(\*|connect|createConnection|Socket)$/,
  'node:tls': /^(\*|connect|TLSSocket)$/,
  'node:dgram': /./,
  'node:dns': /./,
  'node:dns/promises': /./,
  undici: /./,
  '@ai-sdk/provider-utils': /^(?!(isUrlSupported|detectMediaType)$)/
}
/** Packages that can call a vendor; the other ones have types, errors and small functions. */
const MODELS = /^@ai-sdk\/(?!provider(-utils)?$)/
const CONNECTORS = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
const IN_BROWSERS = /^src\/(client|stores|ui|islands)\/|^src\/sections\/.*\.browser\.ts$/

/**
 * Finds outbound connections that bypass `egress.ts`. An injected `fetch` (a member, a parameter, a
 * destructured name) passes, since the caller is responsible for it. The global one does not. Code
 * for browsers may send requests.
 */
export function outboundConnections(file: string, text: string): string[] {
  if (EGRESS.has(file) || IN_BROWSERS.test(file) || !file.startsWith('src/')) return []
  const source = sidesOf(file, text).server
  const imported = importsOf(source)
    .filter(each => !each.typeOnly)
    .flatMap(each =>
      each.names
        .filter(name => OUTWARD[each.target]?.test(name))
        .map(name => `${file} takes ${name} from ${each.target}`)
    )
  const models =
    importsOf(source).some(each => !each.typeOnly && MODELS.test(each.target)) &&
    !/\bfetch\b/.test(source)
  return [
    ...imported,
    ...globalConnectors(file, source),
    ...(models ? [`${file} gives its model library no fetch`] : [])
  ]
}

function globalConnectors(file: string, text: string): string[] {
  const wrong: string[] = []
  if (![...CONNECTORS].some(name => text.includes(name))) return wrong
  const bound = new Set<string>()
  const source = parse(text)
  visit(source, node => {
    if (
      (ts.isParameter(node) || ts.isBindingElement(node) || ts.isVariableDeclaration(node)) &&
      ts.isIdentifier(node.name)
    ) {
      bound.add(node.name.text)
    }
  })
  visit(source, node => {
    if (
      ts.isPropertyAccessExpression(node) &&
      isGlobal(node.expression) &&
      CONNECTORS.has(node.name.text)
    ) {
      wrong.push(`${file} uses ${node.getText()}`)
    } else if (
      ts.isIdentifier(node) &&
      CONNECTORS.has(node.text) &&
      isValue(node) &&
      !bound.has(node.text)
    ) {
      wrong.push(`${file} uses the global ${node.text}`)
    }
  })
  return wrong
}

function isGlobal(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && ['globalThis', 'window', 'self', 'global'].includes(node.text)
}

/** Does this name refer to a value, rather than name a member, a property or a type? */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isShorthandPropertyAssignment(parent)) return true
  const namesSomething = 'name' in parent && parent.name === node
  return (
    !namesSomething &&
    !ts.isTypeNode(parent) &&
    !ts.isQualifiedName(parent) &&
    !ts.isImportSpecifier(parent)
  )
}

/**
 * Files that start the servers: one reads the environment, the other sets production mode for
 * libraries.
 */
const LAUNCHER = new Set(['src/servers/main.ts', 'src/servers/production.mjs'])

/**
 * Finds reads of the environment. Only the launcher reads it, once; all other code gets a
 * configuration.
 */
export function environmentReads(file: string, text: string): string[] {
  if (LAUNCHER.has(file) || !file.startsWith('src/')) return []
  const { server, browser } = sidesOf(file, text)
  const imports = importsOf(server).filter(
    each =>
      each.target === 'node:process' && each.names.some(name => /^(\*|default|env)$/.test(name))
  )
  const wrong = imports.map(() => `${file} imports the environment`)
  for (const side of [server, browser].filter(each => each.includes('process'))) {
    visit(parse(side), node => {
      const read = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)
      if (read && /^process(\.env|\[['"]env['"]\])$/.test(node.getText()))
        wrong.push(`${file} reads process.env`)
    })
  }
  return wrong
}

/**
 * Files that insert data for crawlers and scripts. `json-ld.ts` escapes every character that HTML
 * interprets.
 */
const DATA = ['src/sections/discovery/JsonLd.astro', 'src/sections/frame/PageHub.astro']

/** Files that insert HTML rendered earlier by Astro, or by React, which have escaped it. */
const RENDERED = ['src/sections/frame/Kept.astro', 'src/ui/Icon.astro']

/** Finds HTML from text that Astro or React does not escape. */
export function rawHtml(file: string, text: string): string[] {
  if (DATA.includes(file) || RENDERED.includes(file)) return []
  const found = text.match(
    /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|createContextualFragment|srcDoc)\b|\bset:html\b|document\.write\b/g
  )
  return (found ?? []).map(word => `${file} uses ${word}`)
}

const RUNNERS = new Set(['test', 'it', 'describe', 'suite'])
const PARTIAL = new Set(['only', 'skip', 'todo', 'fixme', 'skipIf', 'runIf', 'fails', 'fail'])

/** Finds tests that would not run (`skip`), or that would keep others from running (`only`). */
export function partialTests(file: string, text: string): string[] {
  const wrong: string[] = []
  if (![...PARTIAL].some(name => text.includes(`.${name}`))) return wrong
  visit(parse(text), node => {
    if (!ts.isPropertyAccessExpression(node) || !PARTIAL.has(node.name.text)) return
    let root: ts.Expression = node.expression
    while (ts.isPropertyAccessExpression(root) || ts.isCallExpression(root)) root = root.expression
    if (ts.isIdentifier(root) && RUNNERS.has(root.text))
      wrong.push(`${file} has ${root.text}.${node.name.text}`)
  })
  return wrong
}

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/
const PASCAL = /^([A-Z][a-zA-Z0-9]*)(\.test)?\.(tsx|astro)$/
const ROUTE = /^(\[(\.\.\.)?\w+\]|[a-z0-9-]+)(\.[a-z]+)+$/

/**
 * Checks file names: kebab-case for files, PascalCase for components, Astro's own form for routes.
 */
export function wrongName(file: string): string[] {
  const name = file.split('/').at(-1) ?? ''
  const fits = file.startsWith('src/pages/')
    ? ROUTE.test(name)
    : KEBAB.test(name) || PASCAL.test(name)
  return fits ? [] : [`${file} is neither kebab-case nor the PascalCase of a component`]
}
