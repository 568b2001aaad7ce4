import type { Json, Time } from '#servers/lib/database/columns.ts'

/** One change by somebody who may: written before it is done. Secrets in it are blanked. */
export type AuditTable = {
  id: string
  user_id: string
  /** The site that they were signed in at. */
  origin: string
  method: string
  /** The path as the route table has it: `/api/v1/packages/{id}`. */
  path: string
  target: Json
  changes: Json
  trace_id: string
  /** `begun` where the process ended in the middle. */
  outcome: 'begun' | 'done' | 'refused'
  created_at: Time
}

/** Somebody who may neither sign in nor use what they have here. */
export type BlockTable = { user_id: string; reason: string; blocked_by: string; created_at: Time }

/** That something shared should not be seen. It outlives the link it is about. */
export type ReportTable = {
  id: string
  share_id: string
  conversation_id: string
  /** The site whose page was reported. */
  origin: string
  reason: string
  /** What was said of it; empty for nothing. */
  text: string
  /** Empty for somebody who has not signed in. */
  reporter_id: string
  state: 'open' | 'taken_down' | 'dismissed'
  /** The operator who decided; empty for nobody yet. */
  settled_by: string
  settled_at: Time | null
  created_at: Time
}

/** A file that was shown by what was taken down: nobody is given it any more. */
export type TakenFileTable = { file_id: string; share_id: string }

/** A process that says every now and then that it lives. */
export type ProcessTable = {
  id: string
  host: string
  pid: number
  /** With commas between them. */
  parts: string
  version: string
  started_at: Time
  seen_at: Time
}
