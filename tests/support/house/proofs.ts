import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** Reads a file of the repository by its path. */
export const readRepositoryFile = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Parts of a proof: a path, then perhaps ` › ` and the title of a test. */
const MARK = ' › '

/**
 * Returns what is wrong with a proof: a path of the repository, or a test as `file › title`; null if
 * it exists. A title is written as in the code, with its placeholders.
 */
export function missingProof(proof: string): string | null {
  const [path = '', title] = proof.split(MARK)
  if (!existsSync(join(ROOT, path))) return `there is no ${path}`
  if (title === undefined) return /\.(test|spec)\.tsx?$/.test(path) ? `${path}: no title` : null
  const text = readRepositoryFile(path).replaceAll("\\'", "'")
  const quoted = ["'", '"', '`'].some(quote => text.includes(quote + title + quote))
  return quoted ? null : `${path} has no test "${title}"`
}

/** Finds the proofs in a table of Markdown: paths in backticks, with a title behind them. */
export function proofsIn(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter(line => line.startsWith('|'))
    .flatMap(line => [
      ...line.matchAll(/`((?:src|tests|scripts|deploy|docs)\/[^`]+)`(?: › ([^|]+?))?(?= \||, `)/g)
    ])
    .map(([, path = '', title]) => (title === undefined ? path : path + MARK + title))
}
