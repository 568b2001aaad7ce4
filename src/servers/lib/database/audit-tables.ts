import type { DefaultedColumn, JsonText, UnixMillis } from '#servers/lib/database/columns.ts'

/** One audited change, written before it happens. Secrets in it are blanked. */
export type AuditTable = {
  id: string
  user_id: string
  /** The site at which the author was signed in. */
  origin: string
  method: string
  /** The path in the route table, such as `/api/v1/packages/{id}`. */
  path: string
  target: JsonText
  changes: JsonText
  trace_id: string
  /** Stays `begun` where the process ended in the middle. */
  outcome: 'begun' | 'done' | 'refused'
  created_at: UnixMillis
  /** Random text in the digest of this row; empty once its details are erased. */
  salt: DefaultedColumn<string>
}

/**
 * A link of the chain over the audit log: an entry began, ended, or lost its details. Links are never
 * changed or deleted.
 */
export type AuditLinkTable = {
  /** 1 for the first link; without gaps. */
  position: number
  audit_id: string
  event: 'begun' | 'done' | 'refused' | 'erased'
  /** SHA-256 of the entry if it begins; otherwise empty. In hex, as all hashes of the chain. */
  digest: string
  created_at: UnixMillis
  /** SHA-256 of this link and of the hash of the link before. */
  hash: string
}

/** The end of the chain: one row, which writers lock. */
export type AuditHeadTable = {
  id: number
  position: number
  hash: string
  /**
   * HMAC of position and hash. Empty after the upgrade that made the chain, until the first entry.
   */
  seal: string
}

/** The tables of the audit log. */
export type AuditTables = {
  audit: AuditTable
  audit_head: AuditHeadTable
  audit_link: AuditLinkTable
}
