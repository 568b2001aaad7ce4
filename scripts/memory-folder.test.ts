import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryFolder } from './memory-folder.ts'

// The project's folder serves as the in-memory folder, so the test does not depend on this machine.
const FOLDER = join(import.meta.dirname, '..')
const ENOUGH = Number.MAX_SAFE_INTEGER

test('temporary files are in memory if there is enough of it', () => {
  expect(memoryFolder(FOLDER, ENOUGH, {})).toBe(FOLDER)
})

test('temporary files are on the disk if memory is short, the folder is missing or TMPDIR is set', () => {
  expect(memoryFolder(FOLDER, 1_000_000, {})).toBe(tmpdir())
  expect(memoryFolder(join(FOLDER, 'none'), ENOUGH, {})).toBe(tmpdir())
  expect(memoryFolder(FOLDER, ENOUGH, { TMPDIR: '/var/tmp' })).toBe(tmpdir())
})
