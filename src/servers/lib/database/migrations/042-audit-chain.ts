import { createHash, randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'

/** Rows in memory at a time. */
const PAGE = 500

/** Parameters of one statement; SQLite and PostgreSQL accept many more. */
const CHUNK = 200

type Entry = {
  id: string
  user_id: string
  origin: string
  method: string
  path: string
  target: string
  changes: string
  trace_id: string
  outcome: string
  created_at: number
}

type Link = { audit_id: string; event: string; digest: string; created_at: number }

/**
 * Chains the audit log: each begin and each end of a change gets a link with a hash over the link
 * before it. Earlier entries are chained in the order of their time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('audit')
    .addColumn('salt', 'text', column => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('audit_link')
    .addColumn('position', 'bigint', column => column.primaryKey())
    .addColumn('audit_id', 'text', column => column.notNull())
    .addColumn('event', 'text', column => column.notNull())
    .addColumn('digest', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('hash', 'text', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('audit_link_entry')
    .on('audit_link')
    .columns(['audit_id', 'event'])
    .unique()
    .execute()
  await db.schema
    .createIndex('audit_link_time')
    .on('audit_link')
    .columns(['created_at', 'position'])
    .execute()
  await db.schema
    .createTable('audit_head')
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('position', 'bigint', column => column.notNull())
    .addColumn('hash', 'text', column => column.notNull())
    .addColumn('seal', 'text', column => column.notNull())
    .execute()
  const head = await chainOld(db)
  await sql`insert into audit_head (id, position, hash, seal)
    values (1, ${head.position}, ${head.hash}, '')`.execute(db)
}

async function chainOld(db: Kysely<unknown>): Promise<{ position: number; hash: string }> {
  const head = { position: 0, hash: '' }
  let last = { created_at: -1, id: '' }
  for (let read = PAGE; read === PAGE;) {
    const { rows } = await sql<Entry>`
      select id, user_id, origin, method, path, target, changes, trace_id, outcome, created_at
      from audit where (created_at, id) > (${last.created_at}, ${last.id})
      order by created_at, id limit ${PAGE}`.execute(db)
    const links: Link[] = []
    for (const row of rows) {
      const salt = randomBytes(16).toString('base64url')
      await sql`update audit set salt = ${salt} where id = ${row.id}`.execute(db)
      const { id: audit_id, created_at } = row
      links.push({ audit_id, event: 'begun', digest: digestEntry(row, salt), created_at })
      if (row.outcome !== 'begun')
        links.push({ audit_id, event: row.outcome, digest: '', created_at })
    }
    for (let start = 0; start < links.length; start += CHUNK) {
      const values = links.slice(start, start + CHUNK).map(link => {
        head.position++
        head.hash = hashLink(head.hash, head.position, link)
        return sql`(${head.position}, ${link.audit_id}, ${link.event}, ${link.digest}, ${link.created_at}, ${head.hash})`
      })
      await sql`insert into audit_link (position, audit_id, event, digest, created_at, hash)
        values ${sql.join(values)}`.execute(db)
    }
    last = rows.at(-1) ?? last
    read = rows.length
  }
  return head
}

function digestEntry(row: Entry, salt: string): string {
  const { id, user_id, origin, method, path, target, changes, trace_id, created_at } = row
  return sha256([salt, id, user_id, origin, method, path, target, changes, trace_id, created_at])
}

function hashLink(before: string, position: number, link: Link): string {
  return sha256([before, position, link.audit_id, link.event, link.digest, link.created_at])
}

function sha256(fields: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
