// Builds the hub again, which other tests must not see: with the full dose this runs after them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashFile } from '../scripts/release/pack.ts'
import { startNpm } from './support/npm.ts'
import { makeRelease } from './support/released.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-rebuild-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the same sources make the same archive', async () => {
  const first = await hashFile(await makeRelease(folder, 'tar.gz', '--quick'))
  expect((await startNpm(['run', 'build', '--', '--force']).ended).code).toBe(0)
  expect(await hashFile(await makeRelease(folder, 'tar.gz', '--quick'))).toBe(first)
})
