// `node scripts/fonts.ts`: makes smaller files of Inter for the pages, from those of its package.
// They have the weights and features that the pages use, and all characters of their subset. Run it
// after an update of the package.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** Parts of Inter by scripts. Browsers load those of a page's characters. */
export const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const

export type Subset = (typeof SUBSETS)[number]

/** The lightest and the boldest text of the pages. The package has 100 to 900. */
const WEIGHTS = { min: 400, max: 700 }

/** Kerning, accents, contextual forms and figures of one width. The package has 30 more. */
const FEATURES = ['calt', 'ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum']

const PACKAGE = '@fontsource-variable/inter'

/** Returns the path of the file that the pages load. */
export function fontFile(subset: Subset): string {
  return join(import.meta.dirname, `../src/styles/fonts/inter-${subset}.woff2`)
}

/** The published types lack `keepFeatures`, so these options are not written into the call. */
const OPTIONS = {
  targetFormat: 'woff2' as const,
  keepFeatures: FEATURES,
  variationAxes: { wght: WEIGHTS }
}

/** Makes the file of a subset. */
export async function makeFont(subset: Subset): Promise<Uint8Array> {
  const source = new URL(import.meta.resolve(`${PACKAGE}/files/inter-${subset}-wght-normal.woff2`))
  return subsetFont(await readFile(source), await charactersOf(subset), OPTIONS)
}

/** Returns all characters that the package's CSS gives to a subset. */
async function charactersOf(subset: Subset): Promise<string> {
  const file = fileURLToPath(import.meta.resolve(`${PACKAGE}/unicode.json`))
  const ranges = JSON.parse(await readFile(file, 'utf8')) as Record<Subset, string>
  return ranges[subset]
    .split(',')
    .map(range => {
      const [first = 0, last = first] = range
        .replace('U+', '')
        .split('-')
        .map(code => Number.parseInt(code, 16))
      return String.fromCodePoint(
        ...Array.from({ length: last - first + 1 }, (_, at) => first + at)
      )
    })
    .join('')
}

if (import.meta.main)
  for (const subset of SUBSETS) await writeFile(fontFile(subset), await makeFont(subset))
