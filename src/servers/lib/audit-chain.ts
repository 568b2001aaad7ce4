import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { BaseContext } from '#servers/lib/base.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type {
  AuditHeadTable,
  AuditLinkTable,
  AuditTable
} from '#servers/lib/database/audit-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { readMeta } from '#servers/lib/meta.ts'

/** The part of an entry that its digest covers. The outcome has a link of its own. */
type AuditContent = Omit<Selectable<AuditTable>, 'outcome'>

export type AuditLink = Selectable<AuditLinkTable>
type NewLink = Pick<AuditLink, 'audit_id' | 'event' | 'digest' | 'created_at'>
export type AuditHead = Pick<Selectable<AuditHeadTable>, 'position' | 'hash' | 'seal'>

/** The row of `meta` with the key of seals, which is encrypted with SECRET. */
const KEY = 'audit_key'

/** The seal of a head that nobody can check: a seal that is broken stays broken. */
const BROKEN_SEAL = 'broken'

/** Returns a salt for the digest of an entry, so that nobody can guess erased contents from it. */
export function createAuditSalt(): string {
  return randomBytes(16).toString('base64url')
}

/** Hashes the content of an entry. The fields have a fixed order. */
export function digestAuditEntry(entry: AuditContent): string {
  const { salt, id, user_id, origin, method, path, target, changes, trace_id, created_at } = entry
  return sha256([salt, id, user_id, origin, method, path, target, changes, trace_id, created_at])
}

/** Hashes a link together with the hash of the link before it, which is empty for the first one. */
export function hashAuditLink(before: string, link: Omit<AuditLink, 'hash'>): string {
  const { position, audit_id, event, digest, created_at } = link
  return sha256([before, position, audit_id, event, digest, created_at])
}

/** Returns the seal of a head. It needs the key, which the database only has encrypted. */
export function sealAuditHead(key: Uint8Array, head: Omit<AuditHead, 'seal'>): string {
  return createHmac('sha256', key).update(`${head.position}.${head.hash}`).digest('hex')
}

/** Tells whether a head has the seal of this key. */
export function isAuditSealed(key: Uint8Array | null, head: AuditHead): boolean {
  if (key === null) return false
  const [own, kept] = [sealAuditHead(key, head), head.seal].map(text => Buffer.from(text))
  return own !== undefined && kept?.length === own.length && timingSafeEqual(own, kept)
}

/**
 * Reads the key of seals.
 * @returns null if there is none yet, or if it was encrypted with a SECRET that is not known here
 */
export async function readAuditKey({
  database: { db },
  secrets
}: Pick<BaseContext, 'database' | 'secrets'>): Promise<Uint8Array | null> {
  const kept = await readMeta(db, KEY)
  if (kept === null) return null
  try {
    return Buffer.from(secrets.open(kept), 'base64url')
  } catch {
    return null
  }
}

/** Reads the key of seals, or makes it the first time. The key that was stored first stays. */
export async function loadAuditKey(
  needs: Pick<BaseContext, 'database' | 'secrets'>
): Promise<Uint8Array | null> {
  const { db } = needs.database
  if ((await readMeta(db, KEY)) === null) {
    const value = needs.secrets.seal(randomBytes(32).toString('base64url'))
    await db
      .insertInto('meta')
      .values({ key: KEY, value })
      .onConflict(conflict => conflict.column('key').doNothing())
      .execute()
  }
  return readAuditKey(needs)
}

/** Forgets the key of seals. */
export async function removeAuditKey(db: Queries): Promise<void> {
  await db.deleteFrom('meta').where('key', '=', KEY).execute()
}

/** Reads the end of the chain. In PostgreSQL, `lock` keeps other writers away until the commit. */
export async function readAuditHead(db: Queries, lock = false): Promise<AuditHead> {
  const row = await db
    .selectFrom('audit_head')
    .select(['position', 'hash', 'seal'])
    .where('id', '=', 1)
    .$if(lock, query => query.forUpdate())
    .executeTakeFirst()
  if (row !== undefined) return row
  const last = await db
    .selectFrom('audit_link')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .executeTakeFirst()
  return { position: last?.position ?? 0, hash: last?.hash ?? '', seal: BROKEN_SEAL }
}

/**
 * Appends a link, in the transaction that writes its entry. All writers wait for the row of the
 * head, so the chain has one order. A head whose seal is broken is not sealed again, since a new
 * seal would hide what somebody changed.
 * @param key from {@link loadAuditKey}
 */
export async function appendAuditLink(
  tx: Queries,
  { kind, key }: Pick<Database, 'kind'> & { key: Uint8Array | null },
  added: NewLink
): Promise<void> {
  const head = await readAuditHead(tx, kind === 'postgres')
  const isNew = head.seal === ''
  const link = { ...added, position: head.position + 1 }
  const hash = hashAuditLink(head.hash, link)
  await tx
    .insertInto('audit_link')
    .values({ ...link, hash })
    .execute()
  const end = { position: link.position, hash }
  const seal =
    key !== null && (isNew || isAuditSealed(key, head)) ? sealAuditHead(key, end) : BROKEN_SEAL
  await storeAuditHead(tx, { ...end, seal })
}

/** Stores the end of the chain. */
export async function storeAuditHead(tx: Queries, head: AuditHead): Promise<void> {
  await tx
    .insertInto('audit_head')
    .values({ id: 1, ...head })
    .onConflict(conflict => conflict.column('id').doUpdateSet(head))
    .execute()
}

function sha256(fields: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
