import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, sqliteFile } from '#servers/lib/database/database.ts'
import { FIRST_SCHEMA, SCHEMA_VERSION } from '#servers/lib/database/migrate.ts'
import { freshStore, type Store } from '../support/database.ts'
import { oldStore, openAndDie, withDatabase } from '../support/old-database.ts'

let store: Store
beforeEach(async () => {
  store = await oldStore()
})
afterEach(() => store.remove())

async function open(place = store): Promise<string[]> {
  const said: string[] = []
  const database = await openDatabase({
    url: place.databaseUrl,
    dataDir: place.dataDir,
    notice: sentence => said.push(sentence)
  })
  await database.close()
  return said
}

const copyOf = (version: number): string => `${sqliteFile(store.dataDir)}.before-${version}`
const copies = (): string[] => readdirSync(store.dataDir).filter(name => name.includes('.before-'))

function ask(file: string, query: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare(query).all()
  database.close()
  return rows
}

test('an upgrade reports its steps and how to undo it, and a start without an upgrade reports nothing', async () => {
  const undo = store.kind === 'sqlite' ? copyOf(FIRST_SCHEMA) : 'npm run backup'
  const [sentence, ...rest] = await open()
  expect(sentence).toContain(`from schema ${FIRST_SCHEMA} to ${SCHEMA_VERSION}.`)
  expect(sentence).toContain(undo)
  expect(rest).toEqual([])
  expect(await open()).toEqual([])
  const empty = await freshStore()
  expect(await open(empty)).toEqual([])
  await empty.remove()
})

test('SQLite keeps a complete copy of the old database beside the new one', async () => {
  await open()
  expect(copies()).toEqual(store.kind === 'sqlite' ? [`polymuse.db.before-${FIRST_SCHEMA}`] : [])
  if (store.kind === 'postgres') return
  expect(ask(copyOf(FIRST_SCHEMA), 'select version from schema_version')).toEqual([
    { version: FIRST_SCHEMA }
  ])
  expect(ask(copyOf(FIRST_SCHEMA), "select id, title from conversation where id = 'c'")).toEqual([
    { id: 'c', title: 'Grüße 你好' }
  ])
  expect(ask(copyOf(FIRST_SCHEMA), 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
})

test('the copy is from the first attempt of this upgrade, and is never partial', async () => {
  if (store.kind === 'postgres') return
  const keys = (): unknown[] =>
    ask(copyOf(FIRST_SCHEMA), "select key from meta where key = 'later'")
  writeFileSync(`${copyOf(FIRST_SCHEMA)}.part`, 'half a copy')
  await openAndDie(store, 'applied 17')
  await withDatabase(store, db =>
    db.insertInto('meta').values({ key: 'later', value: '1' }).execute()
  )
  await openAndDie(store, 'applied 17')
  expect(keys()).toEqual([])
  utimesSync(copyOf(FIRST_SCHEMA), 1, 1)
  await open()
  expect(keys()).toEqual([{ key: 'later' }])
  expect(copies()).toEqual([`polymuse.db.before-${FIRST_SCHEMA}`])
})

test('only the copies of the two latest upgrades are kept', async () => {
  if (store.kind === 'postgres') return
  for (const [version, seconds] of [
    [7, 3000],
    [8, 1000],
    [9, 2000]
  ] as const) {
    writeFileSync(copyOf(version), '')
    utimesSync(copyOf(version), seconds, seconds)
  }
  await open()
  expect(copies().toSorted()).toEqual([
    `polymuse.db.before-${FIRST_SCHEMA}`,
    'polymuse.db.before-7'
  ])
})
