import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import ts from 'typescript'
import { parse, sidesOf, visit } from './imports.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Where those are written down that are proven: proofs take minutes in all. */
export const PROVEN = join(import.meta.dirname, 'linear-expressions.json')

/** Files whose expressions read our own build, or that have a test of their own for their worst texts. */
const ELSEWHERE = new Set(['src/servers/hub/lean-icons.ts', 'src/servers/hub/lexer-only.ts', 'src/ui/chat/markdown-lexer.ts'])

/** The files whose expressions are to be proven. */
export function readFiles(): { file: string; text: string }[] {
  return globSync('src/**/*.{ts,tsx,astro}', { cwd: ROOT })
    .filter(file => !/\.test\.tsx?$/.test(file) && !ELSEWHERE.has(file))
    .map(file => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
}

/** A regular expression as the source has it, `/…/flags`. */
export type Expression = { file: string; text: string }

/** Milliseconds that a proof may take. */
const PATIENCE = 30_000

/** Every regular expression that a file writes down. */
export function expressionsIn(file: string, text: string): Expression[] {
  return nodesIn(file, text, ts.isRegularExpressionLiteral).map(node => ({ file, text: node.text }))
}

/** Every expression that a file puts together while it runs: nobody can prove these from the source. */
export function builtExpressions(file: string, text: string): string[] {
  // To read all files once more takes seconds, and few of them have the word.
  if (!text.includes('RegExp')) return []
  return nodesIn(file, text, ts.isNewExpression).flatMap(node => (node.expression.getText() === 'RegExp' ? [file] : []))
}

function nodesIn<N extends ts.Node>(file: string, text: string, isWanted: (node: ts.Node) => node is N): N[] {
  const found: N[] = []
  const { server, browser } = sidesOf(file, text)
  for (const side of new Set([server, browser]))
    visit(parse(side), node => {
      if (isWanted(node)) found.push(node)
    })
  return found
}

/**
 * Why an expression may take more than linear time, with a text that makes it do so; null when it is proven linear.
 * @see https://makenowjust-labs.github.io/recheck/
 */
export function wrongExpression({ file, text }: Expression): string | null {
  const [, source = '', flags = ''] = /^\/([^]*)\/(\w*)$/.exec(text) ?? []
  // Its other backends start processes; this one is the same everywhere.
  process.env['RECHECK_BACKEND'] = 'pure'
  const found = checkSync(source, flags, { timeout: PATIENCE })
  if (found.status === 'safe') return null
  if (found.status === 'unknown') return `${file} ${text} no proof: ${found.error.kind}`
  // A finding by chance is tried: its many steps may still be few for each character.
  if (found.checker === 'fuzz' && !isSlow(new RegExp(source, flags), found.attack)) return null
  return `${file} ${text} ${found.complexity.summary} for ${found.attack.pattern}`
}

type Attack = { pumps: { prefix: string; pump: string }[]; suffix: string }

/** Longest text that is tried, in UTF-16 units, and milliseconds of this thread that it may take. */
const [LONGEST, MOST] = [256_000, 200]

/** Does an attack take long before it is as long as any text may be? It grows by twos, so that no try takes for ever. */
function isSlow(expression: RegExp, { pumps, suffix }: Attack): boolean {
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  for (let length = 1000; length <= LONGEST; length *= 2) {
    const times = Math.ceil(length / pumped)
    const attack = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
    const before = process.threadCpuUsage()
    expression.exec(attack)
    const { user, system } = process.threadCpuUsage(before)
    if ((user + system) / 1000 > MOST) return true
  }
  return false
}
