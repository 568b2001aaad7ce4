import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BOTH_DATABASES } from './both-databases.ts'

test('every entry of the list names a test file', () => {
  const root = join(import.meta.dirname, '../..')
  expect(BOTH_DATABASES.filter(pattern => globSync(pattern, { cwd: root }).length === 0)).toEqual(
    []
  )
})
