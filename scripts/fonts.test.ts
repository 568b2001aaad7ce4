import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { fontFile, makeFont, SUBSETS } from './fonts.ts'

test.each(SUBSETS)('the file of %s is that of the installed package', async subset => {
  const [made, kept] = [await makeFont(subset), await readFile(fontFile(subset))]
  expect(kept.equals(made), 'Run `node scripts/fonts.ts`.').toBe(true)
})
