import {
  createAuditSalt,
  digestAuditEntry,
  appendAuditLink,
  loadAuditKey,
  readAuditHead,
  readAuditKey,
  removeAuditKey,
  sealAuditHead,
  storeAuditHead
} from '#servers/lib/audit-chain.ts'
import type { BaseContext } from '#servers/lib/base.ts'

type Needs = Pick<BaseContext, 'database' | 'secrets'>

/**
 * Erases the details of an entry, such as personal data: its user, site, target and fields. The call,
 * its time and outcome stay, and a link says when the rest was erased.
 * @param now unix milliseconds
 * @returns false if there is no such entry, or it was erased before
 */
export async function eraseAuditEntry(needs: Needs, id: string, now: number): Promise<boolean> {
  const { database } = needs
  const key = await loadAuditKey(needs)
  return database.transaction(async tx => {
    // All writers lock the head first, so that none waits for another one in a circle.
    await readAuditHead(tx, database.kind === 'postgres')
    const link = { audit_id: id, event: 'erased', digest: '', created_at: now } as const
    const blank = { user_id: '', origin: '', target: '{}', changes: '{}', salt: '' }
    const { numUpdatedRows } = await tx
      .updateTable('audit')
      .set(blank)
      .where('id', '=', id)
      .where('salt', '<>', '')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await appendAuditLink(tx, { kind: database.kind, key }, link)
    return true
  })
}

/**
 * Links an entry that has no link, since a process of an older version wrote it while an upgrade
 * ran. Its links are at the end of the chain, with the time of this call.
 * @param now unix milliseconds
 * @returns false if there is no such entry, or it has links
 */
export async function linkAuditEntry(needs: Needs, id: string, now: number): Promise<boolean> {
  const { database } = needs
  const by = { kind: database.kind, key: await loadAuditKey(needs) }
  return database.transaction(async tx => {
    await readAuditHead(tx, database.kind === 'postgres')
    const row = await tx
      .selectFrom('audit')
      .leftJoin('audit_link', 'audit_link.audit_id', 'audit.id')
      .selectAll('audit')
      .where('audit.id', '=', id)
      .where('audit_link.audit_id', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return false
    const entry = { ...row, salt: createAuditSalt() }
    await tx.updateTable('audit').set({ salt: entry.salt }).where('id', '=', id).execute()
    const link = { audit_id: id, created_at: now }
    await appendAuditLink(tx, by, { ...link, event: 'begun', digest: digestAuditEntry(entry) })
    if (row.outcome !== 'begun')
      await appendAuditLink(tx, by, { ...link, event: row.outcome, digest: '' })
    return true
  })
}

/**
 * Seals the end of the audit log again, for example after SECRET was lost. The caller has checked
 * the log. A key that cannot be opened is replaced.
 */
export async function sealAuditAgain(needs: Needs): Promise<void> {
  const { database } = needs
  if ((await readAuditKey(needs)) === null) await removeAuditKey(database.db)
  const key = await loadAuditKey(needs)
  if (key === null) throw new Error('another process uses another SECRET')
  await database.transaction(async tx => {
    const head = await readAuditHead(tx, database.kind === 'postgres')
    await storeAuditHead(tx, { ...head, seal: sealAuditHead(key, head) })
  })
}
