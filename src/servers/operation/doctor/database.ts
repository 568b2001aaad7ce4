import { sql } from 'kysely'
import { connectDatabase, databaseExists, type Database } from '#servers/lib/database/database.ts'
import { readSchemaVersion, SCHEMA_VERSION } from '#servers/lib/database/migrate.ts'
import { checkAudit, describeAuditProblem } from '#servers/operation/check-audit.ts'
import {
  createFindings,
  describeError,
  type DoctorNeeds,
  type Finding
} from '#servers/operation/doctor/findings.ts'

const { ok, skipped, warning, failed } = createFindings('database')

/** The oldest PostgreSQL that its makers still mend. */
const OLDEST_POSTGRES = 14

/** Each process opens up to ten connections; commands and backups need some more. */
const FEWEST_CONNECTIONS = 20

/** Queries of which the middle one counts. */
const QUERIES = 5

/** Checks the database: its version, extension, schema, soundness and speed. */
export async function checkDatabase(needs: DoctorNeeds): Promise<Finding[]> {
  const { databaseUrl: url, dataDir } = needs.config
  const place = { url, dataDir }
  if (!databaseExists(place))
    return [skipped(`There is no database in ${dataDir} yet. The first start makes it.`)]
  const isSqlite = url === null
  let database: Database | null = null
  try {
    database = connectDatabase(place)
    const wrong = isSqlite ? await judgeSqlite(database) : await judgePostgres(database, needs)
    if (wrong.some(({ state }) => state === 'failed')) return wrong
    const rest = [
      ...(await judgeSchema(database)),
      ...(await judgeSpeed(database, needs)),
      ...(await judgeAudit(database, needs))
    ]
    const found = [...wrong, ...rest]
    return found.length > 0
      ? found
      : [ok(`${isSqlite ? 'SQLite' : 'PostgreSQL'} answers, with schema ${SCHEMA_VERSION}.`)]
  } catch (error) {
    return [
      isSqlite
        ? failed(
            `The database in ${dataDir} cannot be used: ${error instanceof Error ? error.message : describeError(error)}.`,
            'Check who owns its files. If it is damaged, restore the newest backup: `npm run restore`.'
          )
        : failed(
            `PostgreSQL cannot be used (${describeError(error)}).`,
            'Check that it runs, and the host, user, password and name in DATABASE_URL.'
          )
    ]
  } finally {
    await database?.close()
  }
}

async function judgeSqlite({ db }: Database): Promise<Finding[]> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(3)`.execute(db)
  const wrong = rows.map(row => row.quick_check).filter(line => line !== 'ok')
  return wrong.length === 0
    ? []
    : [
        failed(
          `The database is damaged: ${wrong[0]}.`,
          'Stop Polymuse, and restore the newest backup: `npm run restore`.'
        )
      ]
}

async function judgePostgres(
  { db }: Database,
  { clocks, now }: Pick<DoctorNeeds, 'clocks' | 'now'>
): Promise<Finding[]> {
  const { rows } = await sql<{
    version: number
    extension: boolean
    available: boolean
    connections: number
    time: number
  }>`select current_setting('server_version_num')::int as version,
    exists (select from pg_extension where extname = 'pg_trgm') as extension,
    exists (select from pg_available_extensions where name = 'pg_trgm') as available,
    current_setting('max_connections')::int as connections,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as time`.execute(db)
  const [row] = rows
  if (row === undefined) return []
  clocks.set('PostgreSQL', row.time - now())
  const version = Math.floor(row.version / 10_000)
  const isNew = (await readSchemaVersion(db)) === 0
  const lacks = !row.extension && !(isNew && row.available)
  return [
    ...(lacks
      ? [
          failed(
            'The database lacks the extension pg_trgm, which search needs.',
            row.available
              ? 'As the owner of the database, run: CREATE EXTENSION pg_trgm;'
              : 'Install the package with PostgreSQL’s extensions (postgresql-contrib), then run: CREATE EXTENSION pg_trgm;'
          )
        ]
      : []),
    ...(version < OLDEST_POSTGRES
      ? [
          warning(
            `This is PostgreSQL ${version}, which gets no security fixes any more.`,
            `Upgrade it to ${OLDEST_POSTGRES} or newer.`
          )
        ]
      : []),
    ...(row.connections < FEWEST_CONNECTIONS
      ? [
          warning(
            `PostgreSQL allows ${row.connections} connections. Each process of Polymuse uses up to 10.`,
            'Raise max_connections in postgresql.conf.'
          )
        ]
      : [])
  ]
}

async function judgeSchema({ db, kind }: Database): Promise<Finding[]> {
  const version = await readSchemaVersion(db)
  if (version > SCHEMA_VERSION)
    return [
      failed(
        `The database has schema ${version}, and this Polymuse knows ${SCHEMA_VERSION}.`,
        'Start the newer Polymuse that wrote it, or restore a backup.'
      )
    ]
  if (version === 0) return [skipped('The database is empty. The first start fills it.')]
  await probeWrite({ db })
  return version === SCHEMA_VERSION
    ? []
    : [
        warning(
          `The database has schema ${version}, and this Polymuse has ${SCHEMA_VERSION}.`,
          kind === 'sqlite'
            ? 'Start Polymuse: it keeps a copy and upgrades the database.'
            : 'Make a backup, then start Polymuse, which upgrades the database.'
        )
      ]
}

/** Ends the transaction of {@link probeWrite} without a change. */
class UndoWrite extends Error {}

/** @throws Error when the database cannot be written; nothing is changed */
async function probeWrite({ db }: Pick<Database, 'db'>): Promise<void> {
  await db
    .transaction()
    .execute(async transaction => {
      await sql`update schema_version set version = version`.execute(transaction)
      throw new UndoWrite()
    })
    .catch((error: unknown) => {
      if (!(error instanceof UndoWrite)) throw error
    })
}

async function judgeSpeed(
  database: Database,
  { slowQuery }: Pick<DoctorNeeds, 'slowQuery'>
): Promise<Finding[]> {
  const took: number[] = []
  for (let index = 0; index < QUERIES; index++) {
    const began = performance.now()
    await database.ping()
    took.push(performance.now() - began)
  }
  const middle = took.toSorted((a, b) => a - b)[Math.floor(QUERIES / 2)] ?? 0
  return middle < slowQuery
    ? []
    : [
        warning(
          `The database takes ${Math.round(middle)} ms for the simplest query.`,
          'Run it on the same machine or network as Polymuse, and see what else loads it.'
        )
      ]
}

/** Checks the audit log, if this version can read it. */
async function judgeAudit(
  database: Database,
  { secrets }: Pick<DoctorNeeds, 'secrets'>
): Promise<Finding[]> {
  if ((await readSchemaVersion(database.db)) !== SCHEMA_VERSION) return []
  const report = await checkAudit({ database, secrets })
  const problem = describeAuditProblem(report)
  // Another SECRET is no matter of the log: other checks name it.
  return problem === null || report.unsealed === 'lost'
    ? []
    : [
        failed(
          `The audit log was changed. ${problem}`,
          'Compare it with a backup or a downloaded log. `npm run check:audit` checks it again.'
        )
      ]
}
