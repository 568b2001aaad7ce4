import type { Selectable } from 'kysely'
import type { FundKind, Json, Micro, Time } from '#servers/lib/database/columns.ts'

export type RunState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** One piece of charged work, and its receipt. */
export type RunTable = {
  id: string
  service: string
  action: string
  user_id: string
  application_id: string
  credential_id: string | null
  conversation_id: string | null
  origin: string
  state: RunState
  fund: FundKind
  held: Micro
  charged: Micro
  measure: 'measured' | 'estimated' | null
  reason: string
  status_code: number
  trace_id: string
  /** The process that works on it, and the end of its lease. */
  lease_owner: string
  lease_until: Time
  /** When its user asked to stop it; the working process reads this. */
  stop_at: Time | null
  created_at: Time
  finished_at: Time | null
  /** For a task that a vendor has accepted: the vendor and its own reference. */
  provider: string | null
  reference: Json | null
  request: Json | null
  response: Json | null
  callback_url: string | null
  /** Its deadline; its next poll; when it was first sent to the vendor. */
  deadline_at: Time | null
  poll_at: Time | null
  started_at: Time | null
  /** 0 to 100. */
  progress: number | null
  /** When its user deleted it: from then on only its receipt is shown. */
  deleted_at: Time | null
  /** The model that works on it, by the catalogue's name; null for a run of an earlier version. */
  model: string | null
  /** Its cost at the vendor in whole micro-US-dollars; null while it runs, or if unknown. */
  cost: number | null
  /** Whether the vendor measured the cost, or it comes from a price list. */
  cost_by: 'usage' | 'list' | null
}

export type RunRow = Selectable<RunTable>

/** A task output's name and the field that holds it; later tasks look it up by name. */
export type OutputNameTable = { name: string; run_id: string; value: string }

/** One message to a caller's own address about the end of a task. */
export type CallbackTable = {
  id: string
  user_id: string
  run_id: string
  url: string
  body: Json
  state: 'waiting' | 'delivered' | 'given_up'
  attempts: number
  status_code: number | null
  note: string
  next_at: Time
  give_up_at: Time
  created_at: Time
}

/** Numbered events of a run, in the order that readers get them. */
export type EventTable = { run_id: string; seq: number; data: Json; created_at: Time }
