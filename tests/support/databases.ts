import { randomBytes } from 'node:crypto'
import { openDatabase } from '#servers/lib/database/database.ts'
import { freshStore, onServer } from './database.ts'

/**
 * Runs once before all tests of a run on PostgreSQL. It creates the template database with the
 * schema, since copying takes a third of the time of migrating. All databases get the name of this
 * run as prefix.
 * @returns a function that removes the remaining databases of the run
 */
export default async function prepareDatabases(): Promise<(() => Promise<void>) | undefined> {
  if (!process.env['TEST_DATABASE_URL'] || process.env['TEST_DATABASE'] === 'sqlite')
    return undefined
  const run = `polymuse_test_${randomBytes(4).toString('hex')}`
  process.env['TEST_RUN'] = run
  const store = await freshStore('postgres')
  const { close } = await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir })
  await close()
  process.env['TEST_TEMPLATE'] = new URL(store.databaseUrl ?? '').pathname.slice(1)
  return async () => {
    await store.remove()
    const { rows } = await onServer(
      `select datname as name from pg_database where starts_with(datname, '${run}')`
    )
    for (const { name } of rows) await drop(name)
  }
}

/**
 * Removes a database. If the process of a test removes it at the same moment, PostgreSQL refuses
 * one of the two with an error about its own tables, although the database is gone.
 */
async function drop(name: string): Promise<void> {
  try {
    await onServer(`drop database if exists ${name} with (force)`)
  } catch (error) {
    const { rowCount } = await onServer(`select 1 from pg_database where datname = '${name}'`)
    if (rowCount !== 0) throw error
  }
}
