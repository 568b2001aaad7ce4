import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../deploy')

/** Reads a file of `deploy/`. */
export function readDeployFile(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8')
}

/**
 * Replaces words of a file, each wherever it occurs.
 * @param changes pairs of a search text and its replacement
 * @throws Error when a word does not occur: the file has changed, so the test would use a wrong one
 */
export function replaceWords(
  text: string,
  changes: readonly (readonly [from: string | RegExp, to: string])[]
): string {
  return changes.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to)
    if (after === before) throw new Error(`The file has no ${from}:\n${before}`)
    return after
  }, text)
}

/**
 * Reads the variables that a file for systemd's `EnvironmentFile` sets; with `all`, also those
 * behind a `#`.
 */
export function readVariables(text: string, all = false): Record<string, string> {
  const line = all ? /^#?([A-Z_]+)=(.*)$/gm : /^([A-Z_]+)=(.*)$/gm
  return Object.fromEntries(
    [...text.matchAll(line)].map(([, name = '', value = '']) => [name, value])
  )
}
