import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ACROSS, foreignWrites, OWNERS } from './support/house/tables.ts'

const ROOT = join(import.meta.dirname, '..')
const writers = globSync('src/servers/**/*.ts', { cwd: ROOT }).filter(
  file => !file.endsWith('.test.ts')
)
const writesOf = (file: string): string[] =>
  foreignWrites(file, readFileSync(join(ROOT, file), 'utf8'))

test('only the folder that owns a table writes it', () => {
  expect(writers.length).toBeGreaterThan(300)
  expect(writers.filter(file => !(file in ACROSS)).flatMap(writesOf)).toEqual([])
})

test('every table has an owner', () => {
  const files = globSync('src/servers/lib/database/{schema,migrations}/*.ts', { cwd: ROOT })
  const texts = files.map(file => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  const statements = /create table (?:if not exists )?"?(\w+)"?|\bcreateTable\('(\w+)'/g
  const created = [...texts.matchAll(statements)].map(([, raw, built]) => raw ?? built ?? '')
  expect(created.length).toBeGreaterThan(40)
  expect(created.filter(name => !(name in OWNERS)).toSorted()).toEqual([])
})

test('every listed exception still writes a table of another folder', () => {
  expect(Object.keys(ACROSS).filter(file => writesOf(file).length === 0)).toEqual([])
})

test('a write in another folder is found, even if a variable contains the table’s name', () => {
  const text = "tx.updateTable('run').set({ held: 1 })\ntx.deleteFrom(table)"
  expect(foreignWrites('src/servers/api/chat/a.ts', text)).toEqual([
    'src/servers/api/chat/a.ts writes run of runs',
    'src/servers/api/chat/a.ts writes the tables of table'
  ])
  expect(foreignWrites('src/servers/runs/a.ts', "tx.insertInto('run')")).toEqual([])
})
