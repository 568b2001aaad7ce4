import type { Selectable } from 'kysely'
import type { FundKind, JsonText, MicroCredits, UnixMillis } from '#servers/lib/database/columns.ts'

export type RunState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** One piece of charged work: an answer or a task. It is also the receipt. */
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
  held: MicroCredits
  charged: MicroCredits
  measure: 'measured' | 'estimated' | null
  reason: string
  status_code: number
  trace_id: string
  /** The process that works on it, and the end of its lease. */
  lease_owner: string
  lease_until: UnixMillis
  /** When its user asked to stop it; the working process reads this. */
  stop_at: UnixMillis | null
  created_at: UnixMillis
  finished_at: UnixMillis | null
  /** For a task that a vendor has accepted: the vendor and its own reference. */
  provider: string | null
  reference: JsonText | null
  request: JsonText | null
  response: JsonText | null
  callback_url: string | null
  /** Times of a task: its deadline, its next poll, and when it was first sent to the vendor. */
  deadline_at: UnixMillis | null
  poll_at: UnixMillis | null
  started_at: UnixMillis | null
  /** Progress of a task, from 0 to 100. */
  progress: number | null
  /** When its user deleted it: from then on only its receipt is shown. */
  deleted_at: UnixMillis | null
  /** The model, by its name in the catalogue; null for a run of an older version of Polymuse. */
  model: string | null
  /** The vendor's charge in whole micro-US-dollars; null while the run is open, or if unknown. */
  cost: number | null
  /** `usage`: the vendor measured the cost. `list`: it was computed from a price list. */
  cost_by: 'usage' | 'list' | null
  /** The `traceparent` of the call that created a task, if that call was traced. */
  trace_parent: string | null
}

export type RunRow = Selectable<RunTable>

/**
 * A name of a task's output, by which later tasks refer to it. `value` is the field of the output
 * that contains the name.
 */
export type OutputNameTable = { name: string; run_id: string; value: string }

/** A message to an address of the caller about the end of a task. */
export type CallbackTable = {
  id: string
  user_id: string
  run_id: string
  url: string
  body: JsonText
  state: 'waiting' | 'delivered' | 'given_up'
  attempts: number
  status_code: number | null
  note: string
  next_at: UnixMillis
  give_up_at: UnixMillis
  created_at: UnixMillis
}

/** Numbered events of a run, in the order that readers get them. */
export type EventTable = { run_id: string; seq: number; data: JsonText; created_at: UnixMillis }
