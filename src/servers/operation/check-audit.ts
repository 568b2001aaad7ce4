import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  digestAuditEntry,
  hashAuditLink,
  isAuditSealed,
  readAuditHead,
  readAuditKey,
  type AuditHead
} from '#servers/lib/audit-chain.ts'
import type { BaseContext } from '#servers/lib/base.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Links in memory at a time. */
const PAGE = 500

/** Sentences about a seal: its key cannot be opened, or another one made it. */
const SEALS = {
  lost: 'The seal cannot be checked: its key is lost, or SECRET is another one.',
  foreign: 'The seal is not ours: the log was written without SECRET.'
}

/** The result of a check. Problems are sentences; null if there is none. */
export type AuditReport = {
  links: number
  entries: number
  /** The end of the chain, to compare with an earlier one that was kept elsewhere. */
  head: AuditHead
  /** The first row that was changed, inserted, removed or moved. */
  broken: string | null
  /** Why the seal of the head is not valid, if nothing else is wrong. */
  unsealed: keyof typeof SEALS | null
}

type Needs = Pick<BaseContext, 'database'> & {
  /** Null if the deployment has none yet. */
  secrets: BaseContext['secrets'] | null
}
type LinkRow = Awaited<ReturnType<typeof readLinks>>[number]

/**
 * Checks the audit log from its first to its last link, on a database that may be in use. It
 * changes nothing.
 */
export async function checkAudit({ database, secrets }: Needs): Promise<AuditReport> {
  const { db } = database
  const head = await readAuditHead(db)
  const walked = await walk(db, head)
  const broken = walked.problem ?? endProblem(head, walked) ?? (await findUnlinked(db))
  const unsealed = broken === null ? await sealProblem({ database, secrets }, head) : null
  return { links: walked.links, entries: walked.entries, head, broken, unsealed }
}

/** Says what is wrong with the log; null if nothing is. */
export function describeAuditProblem({ broken, unsealed }: AuditReport): string | null {
  return broken ?? (unsealed === null ? null : SEALS[unsealed])
}

type Walked = { links: number; entries: number; hash: string; problem: string | null }

async function walk(db: Queries, head: AuditHead): Promise<Walked> {
  const walked: Walked = { links: 0, entries: 0, hash: '', problem: null }
  for (;;) {
    const rows = await readLinks(db, walked.links, head.position)
    for (const row of rows) {
      walked.problem = linkProblem(row, walked)
      if (walked.problem !== null) return walked
      walked.links++
      if (row.event === 'begun') walked.entries++
      walked.hash = row.hash
    }
    if (rows.length < PAGE) return walked
    await setImmediate()
  }
}

/** Reads links with their entries in one statement, so that a writer cannot come in between. */
function readLinks(db: Queries, after: number, until: number) {
  return db
    .selectFrom('audit_link as link')
    .leftJoin('audit', 'audit.id', 'link.audit_id')
    .selectAll('audit')
    .select(['link.position', 'link.audit_id', 'link.event', 'link.digest', 'link.hash'])
    .select('link.created_at as linked_at')
    .select(({ selectFrom }) => [
      selectFrom('audit_link as later')
        .whereRef('later.audit_id', '=', 'link.audit_id')
        .where('later.event', 'in', ['done', 'refused'])
        .select(({ fn }) => fn.max('later.event').as('event'))
        .as('ended'),
      selectFrom('audit_link as later')
        .whereRef('later.audit_id', '=', 'link.audit_id')
        .where('later.event', '=', 'erased')
        .select(({ fn }) => fn.max('later.event').as('event'))
        .as('erased')
    ])
    .where('link.position', '>', after)
    .where('link.position', '<=', until)
    .orderBy('link.position')
    .limit(PAGE)
    .execute()
}

function linkProblem(row: LinkRow, { links, hash }: Walked): string | null {
  const { position, audit_id, event, digest, linked_at } = row
  if (position !== links + 1) return `Link ${links + 1} is missing.`
  if (
    row.hash !== hashAuditLink(hash, { position, audit_id, event, digest, created_at: linked_at })
  )
    return `Link ${position}, of entry ${audit_id}, was changed, inserted or moved.`
  return event === 'begun' ? entryProblem(row) : null
}

function entryProblem(row: LinkRow): string | null {
  const { id, audit_id, position } = row
  const where = `Entry ${audit_id} (link ${position})`
  if (id === null) return `${where} was removed.`
  if (row.outcome !== (row.ended ?? 'begun')) return `The outcome of entry ${id} was changed.`
  if (row.erased !== null) return row.salt === '' ? null : `${where} was written after its erasure.`
  // The row exists, so none of its columns is null.
  const digest = digestAuditEntry(row as Parameters<typeof digestAuditEntry>[0])
  return digest === row.digest ? null : `${where} was changed.`
}

function endProblem({ position, hash }: AuditHead, walked: Walked): string | null {
  if (position === walked.links && hash === walked.hash) return null
  return `The log ends at link ${walked.links}, but its head is link ${position}: links were removed at the end.`
}

/** Finds an entry that was written past the chain. */
async function findUnlinked(db: Queries): Promise<string | null> {
  const row = await db
    .selectFrom('audit')
    .select('id')
    .where(
      sql<boolean>`not exists (select 1 from audit_link where audit_link.audit_id = audit.id and audit_link.event = 'begun')`
    )
    .orderBy('created_at')
    .executeTakeFirst()
  return row === undefined ? null : `Entry ${row.id} was inserted: it has no link.`
}

async function sealProblem(
  { database, secrets }: Needs,
  head: AuditHead
): Promise<AuditReport['unsealed']> {
  // The upgrade that makes the chain has no SECRET. The first entry seals it.
  if (head.seal === '') return null
  const key = secrets === null ? null : await readAuditKey({ database, secrets })
  if (key === null) return 'lost'
  return isAuditSealed(key, head) ? null : 'foreign'
}
