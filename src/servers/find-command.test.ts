import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCommand } from '#servers/find-command.ts'

test('a command is a script in the project, and a bundle in a release', async () => {
  const root = await mkdtemp(join(tmpdir(), 'polymuse-command-'))
  expect(findCommand(root, 'backup')).toEqual([join(root, 'dist/commands/backup.mjs')])
  await mkdir(join(root, 'scripts'))
  await writeFile(join(root, 'scripts/run.mjs'), '')
  expect(findCommand(root, 'backup')).toEqual([join(root, 'scripts/run.mjs'), 'backup'])
  await rm(root, { recursive: true })
})
