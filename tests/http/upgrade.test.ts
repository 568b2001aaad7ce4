import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FIRST_SCHEMA, migrate, SCHEMA_VERSION } from '#servers/lib/database/migrate.ts'
import { restore } from '#servers/operation/restore.ts'
import { upgrade } from '#servers/operation/upgrade.ts'
import { runCommand } from '../support/command.ts'
import { freshStore, type Store } from '../support/database.ts'
import { doseOf } from '../support/dose.ts'
import { storesIn } from '../support/http-backups.ts'
import { look, placeFirstVersion, withDatabase, type State } from '../support/old-database.ts'

const NOW = Date.UTC(2026, 10, 27, 12)

let store: Store
let backups = ''
let said: string[] = []
beforeEach(async () => {
  store = await freshStore()
  await placeFirstVersion(store)
  backups = await mkdtemp(join(tmpdir(), 'polymuse-upgrade-'))
  said = []
})
afterEach(async () => {
  await store.remove()
  await rm(backups, { recursive: true, force: true })
})

/**
 * Upgrades the store.
 * @param stop is called with every line that is said; it may throw, as a command that was stopped
 */
function run(into: string | null, stop: (line: string) => void = () => undefined): Promise<void> {
  const { signal } = new AbortController()
  const say = (line: string): void => {
    said.push(line)
    stop(line)
  }
  return upgrade(storesIn(store), { backups: into, now: NOW }, { say, signal })
}

const migrateTo = (version: number): Promise<unknown> =>
  withDatabase(store, db => migrate(db, store.kind, { target: version }))

/** Restores the only backup into a new store. @returns that store's state */
async function restored(): Promise<State> {
  const other = await freshStore()
  try {
    const [name = ''] = await readdir(backups)
    const { signal } = new AbortController()
    await restore(storesIn(other), join(backups, name), { say: () => undefined, signal })
    return await look(other)
  } finally {
    await other.remove()
  }
}

/** Leaves out the version of public pages, which counts every change, also that of a restore. */
function withoutCounter({ rows: { shown_version: _, ...rows }, ...state }: State): State {
  return { ...state, rows }
}

test('a trial names the migrations, and changes nothing', async () => {
  const before = await look(store)
  await run(null)
  expect(said[0]).toBe(
    `The data has schema ${FIRST_SCHEMA}, this version needs ${SCHEMA_VERSION}. Missing migrations:`
  )
  expect(said).toContain(`  ${FIRST_SCHEMA + 1} storage`)
  expect(said.at(-1)).toBe('This was a trial: nothing was changed.')
  expect(await look(store)).toEqual(before)
  expect((await readdir(store.dataDir)).filter(name => name.startsWith('.'))).toEqual([])
})

const released = Array.from({ length: SCHEMA_VERSION - FIRST_SCHEMA }, (_, at) => FIRST_SCHEMA + at)

describe.each(doseOf(released, 3))('schema %i', version => {
  test('is upgraded after a backup, which leads back to it', async () => {
    await migrateTo(version)
    const before = withoutCounter(await look(store))
    await run(backups)
    expect((await look(store)).version).toBe(SCHEMA_VERSION)
    expect(said.at(-1)).toContain('all credits agree with the ledger')
    expect(withoutCounter(await restored())).toEqual(before)
  })
})

test.each(['Missing migrations', 'Tried', 'The backup is whole'])(
  'stopped at "%s", the data is as it was, and a second try upgrades it',
  async words => {
    const before = await look(store)
    const stop = (line: string): void => {
      if (line.includes(words)) throw new Error('it was stopped')
    }
    await expect(run(backups, stop)).rejects.toThrow('it was stopped')
    expect(await look(store)).toEqual(before)
    await rm(backups, { recursive: true, force: true })
    await run(backups)
    expect((await look(store)).version).toBe(SCHEMA_VERSION)
  }
)

test('credits that disagree with the ledger in a trial on a copy are named, and nothing changes', async () => {
  await withDatabase(store, db => sql`update fund set remaining = remaining + 1`.execute(db))
  const before = await look(store)
  const trial = run(backups)
  if (store.kind === 'sqlite') {
    await expect(trial).rejects.toThrow(/credits disagree .* Nothing was changed\.$/)
    expect(await look(store)).toEqual(before)
  } else await expect(trial).rejects.toThrow(/credits disagree .* Restore .* to go back\.$/)
})

test('data of a newer version is refused', async () => {
  await migrateTo(SCHEMA_VERSION)
  await withDatabase(store, db =>
    sql`update schema_version set version = ${SCHEMA_VERSION + 1}`.execute(db)
  )
  await expect(run(backups)).rejects.toThrow(`The database has schema ${SCHEMA_VERSION + 1}`)
  expect(await readdir(backups)).toEqual([])
})

describe('the command', () => {
  test('needs a folder for the backup', async () => {
    expect(await runCommand('upgrade', store)).toEqual({
      code: 1,
      output:
        'The data was not upgraded: name a folder for the backup, or add --dry-run to try the upgrade only\n'
    })
  })

  test('upgrades, and has nothing to do the second time', async () => {
    expect(await runCommand('upgrade', store, backups)).toMatchObject({ code: 0 })
    const { code, output } = await runCommand('upgrade', store, '--dry-run')
    expect([code, output]).toEqual([
      0,
      `The data has schema ${SCHEMA_VERSION}, as this version needs. Nothing has to change.\n`
    ])
  })
})
