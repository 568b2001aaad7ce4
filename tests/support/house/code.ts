import ts from 'typescript'
import { importsOf, parse, sidesOf, visit } from './imports.ts'

/** Longest file, in lines. */
export const MAX_LINES = 250

export function tooLong(file: string, text: string): string[] {
  const lines = lengthOf(text)
  return lines > MAX_LINES ? [`${file} has ${lines} lines`] : []
}

export function lengthOf(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}

/** Files on the servers' side that may connect to other machines: the egress, and its DNS. */
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
  undici: /./
}
const CONNECTORS = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
const IN_BROWSERS = /^src\/(client|stores|ui|islands)\/|^src\/sections\/.*\.browser\.ts$/

/**
 * Outbound connections that do not go through `egress.ts`. An injected `fetch` (a member, a parameter, a destructured
 * name) is somebody else's decision and passes; the global one is not. What runs in browsers may ask.
 */
export function outboundConnections(file: string, text: string): string[] {
  if (EGRESS.has(file) || IN_BROWSERS.test(file) || !file.startsWith('src/')) return []
  const source = sidesOf(file, text).server
  const imported = importsOf(source)
    .filter(each => !each.typeOnly)
    .flatMap(each => each.names.filter(name => OUTWARD[each.target]?.test(name)).map(name => `${file} takes ${name} from ${each.target}`))
  const models = importsOf(source).some(each => !each.typeOnly && each.target.startsWith('@ai-sdk/')) && !/\bfetch\b/.test(source)
  return [...imported, ...globalConnectors(file, source), ...(models ? [`${file} gives its model library no fetch`] : [])]
}

function globalConnectors(file: string, text: string): string[] {
  const wrong: string[] = []
  const bound = new Set<string>()
  visit(parse(text), node => {
    if ((ts.isParameter(node) || ts.isBindingElement(node) || ts.isVariableDeclaration(node)) && ts.isIdentifier(node.name)) {
      bound.add(node.name.text)
    }
  })
  visit(parse(text), node => {
    if (ts.isPropertyAccessExpression(node) && isGlobal(node.expression) && CONNECTORS.has(node.name.text)) {
      wrong.push(`${file} uses ${node.getText()}`)
    } else if (ts.isIdentifier(node) && CONNECTORS.has(node.text) && isValue(node) && !bound.has(node.text)) {
      wrong.push(`${file} uses the global ${node.text}`)
    }
  })
  return wrong
}

function isGlobal(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && ['globalThis', 'window', 'self', 'global'].includes(node.text)
}

/** Does this name stand for a value, rather than name a member, a property or a type? */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isShorthandPropertyAssignment(parent)) return true
  const namesSomething = 'name' in parent && parent.name === node
  return !namesSomething && !ts.isTypeNode(parent) && !ts.isQualifiedName(parent) && !ts.isImportSpecifier(parent)
}

/** Files that start the servers: the one reads the environment, the other tells libraries that this is production. */
const LAUNCHER = new Set(['src/servers/main.ts', 'src/servers/production.ts'])

/** The environment is read once, by the launcher; everything else is given a configuration. */
export function environmentReads(file: string, text: string): string[] {
  if (LAUNCHER.has(file) || !file.startsWith('src/')) return []
  const { server, browser } = sidesOf(file, text)
  const imports = importsOf(server).filter(
    each => each.target === 'node:process' && each.names.some(name => /^(\*|default|env)$/.test(name))
  )
  const wrong = imports.map(() => `${file} imports the environment`)
  for (const side of [server, browser]) {
    visit(parse(side), node => {
      const read = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)
      if (read && /^process(\.env|\[['"]env['"]\])$/.test(node.getText())) wrong.push(`${file} reads process.env`)
    })
  }
  return wrong
}

/** Data for programs, of which `json-ld.ts` escapes every sign that HTML would read. */
const DATA = 'src/sections/discovery/JsonLd.astro'

/** Nothing is ever parsed as HTML but what Astro and React escape themselves. */
export function rawHtml(file: string, text: string): string[] {
  if (file === DATA) return []
  const found = text.match(
    /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|createContextualFragment|srcDoc)\b|\bset:html\b|document\.write\b/g
  )
  return (found ?? []).map(word => `${file} uses ${word}`)
}

const RUNNERS = new Set(['test', 'it', 'describe', 'suite'])
const PARTIAL = new Set(['only', 'skip', 'todo', 'fixme', 'skipIf', 'runIf', 'fails', 'fail'])

/** Tests that would not run, or would keep others from running. */
export function partialTests(file: string, text: string): string[] {
  const wrong: string[] = []
  visit(parse(text), node => {
    if (!ts.isPropertyAccessExpression(node) || !PARTIAL.has(node.name.text)) return
    let root: ts.Expression = node.expression
    while (ts.isPropertyAccessExpression(root) || ts.isCallExpression(root)) root = root.expression
    if (ts.isIdentifier(root) && RUNNERS.has(root.text)) wrong.push(`${file} has ${root.text}.${node.name.text}`)
  })
  return wrong
}

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/
const PASCAL = /^([A-Z][a-zA-Z0-9]*)(\.test)?\.(tsx|astro)$/
const ROUTE = /^(\[(\.\.\.)?\w+\]|[a-z0-9-]+)(\.[a-z]+)+$/

/** Kebab-case files; PascalCase for components; what Astro reads as a route is named as Astro wants. */
export function wrongName(file: string): string[] {
  const name = file.split('/').at(-1) ?? ''
  const fits = file.startsWith('src/pages/') ? ROUTE.test(name) : KEBAB.test(name) || PASCAL.test(name)
  return fits ? [] : [`${file} is neither kebab-case nor the PascalCase of a component`]
}
