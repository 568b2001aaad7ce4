import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../support/command.ts'
import {
  BLOB,
  expectEmpty,
  openBackupWorld,
  storesIn,
  type BackupWorld
} from '../support/http-backups.ts'
import { look } from '../support/old-database.ts'

let world: BackupWorld
beforeEach(async () => {
  world = await openBackupWorld()
})
afterEach(() => world.close())

describe('nothing is restored', () => {
  const change = async (
    path: string,
    edit: (manifest: Record<string, unknown>) => unknown
  ): Promise<void> => {
    const file = join(path, 'manifest.json')
    await writeFile(
      file,
      JSON.stringify(edit(JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>))
    )
  }

  test.each<[string, (path: string) => Promise<unknown>, string]>([
    ['from a folder that is no backup', path => rm(join(path, 'manifest.json')), 'is no backup'],
    [
      'from a truncated manifest',
      path => writeFile(join(path, 'manifest.json'), '{"format":'),
      'damaged'
    ],
    [
      'from a manifest of a newer format',
      path => change(path, manifest => ({ ...manifest, format: 2 })),
      'newer Polymuse'
    ],
    [
      'from a manifest that names a file outside',
      path =>
        change(path, manifest => ({
          ...manifest,
          files: [{ path: '../../etc/passwd', size: 1, sha256: '0'.repeat(64) }]
        })),
      'damaged'
    ],
    [
      'from a newer schema',
      path => change(path, manifest => ({ ...manifest, schema: 99 })),
      'The backup has schema 99'
    ],
    [
      'from another kind of database',
      path =>
        change(path, manifest => ({
          ...manifest,
          kind: manifest['kind'] === 'sqlite' ? 'postgres' : 'sqlite'
        })),
      'The backup is of'
    ],
    [
      'when a file is missing',
      path => rm(join(path, 'blobs/ab', BLOB)),
      `blobs/ab/${BLOB} is missing. Nothing was restored.`
    ],
    [
      'when a file is damaged',
      path => writeFile(join(path, 'secret'), 'x'.repeat(43)),
      'secret is damaged. Nothing was restored.'
    ],
    [
      'when the rows differ from the manifest',
      path => change(path, manifest => ({ ...manifest, tables: { file: 2 } })),
      'other rows than the backup: file 1 of 2'
    ]
  ])('%s', async (_, damage, sentence) => {
    const made = await world.backUp()
    await damage(made)
    await expect(world.restore(made)).rejects.toThrow(sentence)
    await expectEmpty(world.empty)
  })

  test('into a folder that is not empty', async () => {
    const made = await world.backUp()
    await writeFile(join(world.empty.dataDir, 'note'), 'mine')
    await expect(world.restore(made)).rejects.toThrow(
      `${world.empty.dataDir} is not empty (note). Stop Polymuse and move it away`
    )
    expect(await readdir(world.empty.dataDir)).toEqual(['note'])
  })

  test('into a database that is not empty', async () => {
    if (world.store.kind === 'sqlite') return
    const made = await world.backUp()
    const before = await look(world.store)
    await expect(
      world.restore(made, storesIn({ ...world.store, dataDir: world.empty.dataDir }))
    ).rejects.toThrow('The database is not empty')
    expect(await look(world.store)).toEqual(before)
    expect(await readdir(world.empty.dataDir)).toEqual([])
  })

  test('in part: an interrupted restore is cleared away, and a failed one is undone', async () => {
    const made = await world.backUp()
    const full = async (): Promise<never> => {
      throw new Error('no space left')
    }
    await expect(world.restore(made, storesIn(world.empty, { put: full }))).rejects.toThrow(
      'no space left'
    )
    await expectEmpty(world.empty)
    await mkdir(join(world.empty.dataDir, '.restoring'))
    await cp(made, join(world.empty.dataDir, '.restoring', 'half'), { recursive: true })
    await world.restore(made)
    expect((await readdir(world.empty.dataDir)).toSorted()).toEqual([
      'blobs',
      ...(world.store.kind === 'sqlite' ? ['polymuse.db'] : []),
      'secret'
    ])
  })
})

test('the restore command says in one sentence why nothing was restored', async () => {
  const { code, output } = await runCommand('restore', world.empty, world.folder)
  expect({ code, output }).toEqual({
    code: 1,
    output: `The backup was not restored: ${world.folder} is no backup: it has no manifest.json.\n`
  })
})
