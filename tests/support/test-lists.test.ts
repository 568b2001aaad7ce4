import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BOTH_DATABASES } from './both-databases.ts'
import { FULL_DOSE_FILES } from './full-dose-files.ts'

test.each([
  ['for both databases', BOTH_DATABASES],
  ['for the full dose', FULL_DOSE_FILES]
])('every entry of the list %s names a test file', (_, patterns) => {
  const root = join(import.meta.dirname, '../..')
  expect(patterns.filter(pattern => globSync(pattern, { cwd: root }).length === 0)).toEqual([])
})
