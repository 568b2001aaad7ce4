import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { CONFIG_VARIABLE, SETTINGS } from '#contract/settings-table.ts'

/** Largest settings file, or file with a secret, in bytes. */
const MOST_BYTES = 256 * 1024

/** A name that differs in at most this many letters is suggested in place of an unknown one. */
const MOST_LETTERS = 3

/**
 * Reads a text file of at most 256 KB, without a byte order mark.
 * @throws Error that {@link describeFileError} describes
 */
export function readSettingsText(path: string): string {
  const { size } = statSync(path)
  if (size > MOST_BYTES) throw Object.assign(new Error(), { code: 'EFBIG' })
  return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist.',
  ENOTDIR: 'does not exist.',
  EACCES: 'this user may not read. Let the user that runs Polymuse read it.',
  EPERM: 'this user may not read. Let the user that runs Polymuse read it.',
  EISDIR: 'is a directory.',
  EFBIG: `is larger than ${MOST_BYTES / 1024} KB.`
}

/** Completes the sentence "the file, which …" for a failure of {@link readSettingsText}. */
export function describeFileError(error: unknown): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  return REASONS[code] ?? `cannot be read: ${message}.`
}

/**
 * Parses a settings file: lines like `NAME=value`, as in a `.env` file.
 * @param path names the file in problems
 * @returns the values by name, and a sentence for everything that would be ignored silently
 */
export function parseSettingsFile(
  text: string,
  path: string
): { values: Record<string, string>; problems: string[] } {
  const values = parseEnv(text) as Record<string, string>
  const problems = [...findLineProblems(text, values), ...findNameProblems(Object.keys(values))]
  return { values, problems: problems.map(problem => `${path}: ${problem}`) }
}

/** Finds lines that the parser skips, and values that it cuts at a `#`. */
function findLineProblems(text: string, values: Readonly<Record<string, string>>): string[] {
  const further = Object.values(values).flatMap(value => value.split(/\r?\n/).slice(1))
  return text.split(/\r?\n/).flatMap((whole, index) => {
    const line = whole.trim()
    const isQuoted = further.some(
      each => whole.startsWith(each) && /^$|^["'`]/.test(whole.slice(each.length))
    )
    if (line === '' || line.startsWith('#') || isQuoted) return []
    const at = line.indexOf('=')
    const name = line
      .slice(0, Math.max(at, 0))
      .replace(/^export\s/, '')
      .trim()
    if (at < 0 || !/^\w+$/.test(name)) return [`line ${index + 1} is not like NAME=value.`]
    const value = line.slice(at + 1).trim()
    return /^["'`]/.test(value) || !/\S#/.test(value)
      ? []
      : [
          `line ${index + 1}: a # begins a comment. Put the value of ${name} into quotes: ${name}="…"`
        ]
  })
}

function findNameProblems(names: readonly string[]): string[] {
  const known = SETTINGS.filter(({ name }) => name !== CONFIG_VARIABLE).flatMap(
    ({ name, secret }) => (secret === null ? [name] : [name, `${name}_FILE`])
  )
  return names.flatMap(name => {
    if (known.includes(name)) return []
    if (name === CONFIG_VARIABLE) return [`${name} works in the environment only. Remove it here.`]
    const near = nearestName(name, known)
    return [
      near === null
        ? `Polymuse has no setting ${name}. README.md lists all of them.`
        : `Polymuse has no setting ${name}. Did you mean ${near}?`
    ]
  })
}

function nearestName(name: string, known: readonly string[]): string | null {
  const [nearest] = known
    .map(each => ({ each, letters: countEdits(name.toUpperCase(), each) }))
    .toSorted((a, b) => a.letters - b.letters)
  return nearest !== undefined && nearest.letters <= MOST_LETTERS ? nearest.each : null
}

/** Counts the letters to add, remove or replace to turn one word into another. */
function countEdits(a: string, b: string): number {
  let row = [...b, ''].map((_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
        )
      )
    row = next
  }
  return row.at(-1) ?? 0
}
