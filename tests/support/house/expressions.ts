import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import ts from 'typescript'
import { parse, sidesOf, visit } from './imports.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The list of proven expressions, since proving all of them takes minutes. */
export const PROVEN = join(import.meta.dirname, 'linear-expressions.json')

/**
 * Files whose expressions are not proven: they read only files of our build, or have a test of
 * their own with the worst texts.
 */
const ELSEWHERE = new Set([
  'src/servers/hub/lean-icons.ts',
  'src/servers/hub/lexer-only.ts',
  'src/ui/chat/markdown-lexer.ts'
])

/** Reads the files whose expressions must be proven. */
export function readFiles(): { file: string; text: string }[] {
  return globSync('src/**/*.{ts,tsx,astro}', { cwd: ROOT })
    .filter(file => !/\.test\.tsx?$/.test(file) && !ELSEWHERE.has(file))
    .map(file => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
}

/** A regular expression literal of the source, `/…/flags`. */
export type Expression = { file: string; text: string }

/** Maximum time of a proof, in milliseconds. */
const PATIENCE = 120_000

/** Returns every regular expression literal of a file. */
export function expressionsIn(file: string, text: string): Expression[] {
  return nodesIn(file, text, ts.isRegularExpressionLiteral).map(node => ({ file, text: node.text }))
}

/**
 * Returns the file name once for each expression that the file builds at run time. Such an
 * expression is not in the source, so it cannot be proven.
 */
export function builtExpressions(file: string, text: string): string[] {
  // Skip files without the word, since parsing all files takes seconds.
  if (!text.includes('RegExp')) return []
  return nodesIn(file, text, ts.isNewExpression).flatMap(node =>
    node.expression.getText() === 'RegExp' ? [file] : []
  )
}

function nodesIn<N extends ts.Node>(
  file: string,
  text: string,
  isWanted: (node: ts.Node) => node is N
): N[] {
  const found: N[] = []
  const { server, browser } = sidesOf(file, text)
  for (const side of new Set([server, browser]))
    visit(parse(side), node => {
      if (isWanted(node)) found.push(node)
    })
  return found
}

/**
 * Tries to prove that an expression takes linear time.
 * @returns null if it does, else the reason with a text that makes it slow
 * @see https://makenowjust-labs.github.io/recheck/
 */
export function wrongExpression({ file, text }: Expression): string | null {
  const [, source = '', flags = ''] = /^\/([^]*)\/(\w*)$/.exec(text) ?? []
  // This backend runs everywhere in the same way. The others start processes.
  process.env['RECHECK_BACKEND'] = 'pure'
  const found = checkSync(source, flags, { timeout: PATIENCE })
  if (found.status === 'safe') return null
  if (found.status === 'unknown') return `${file} ${text} no proof: ${found.error.kind}`
  // Measure a finding by fuzzing: its number of steps may be high, but still linear.
  if (found.checker === 'fuzz' && !isSlow(new RegExp(source, flags), found.attack)) return null
  return `${file} ${text} ${found.complexity.summary} for ${found.attack.pattern}`
}

type Attack = { pumps: { prefix: string; pump: string }[]; suffix: string }

/**
 * Longest measured text in UTF-16 units, and its maximum CPU time of this thread in milliseconds.
 */
const [LONGEST, MOST] = [256_000, 200]

/**
 * Measures an attack with texts of doubling length, so that no attempt takes too long.
 * @returns true if it is slow at any length
 */
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
