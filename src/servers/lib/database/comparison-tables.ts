import type { Medium } from '#core/service.ts'
import type { JsonText, UnixMillis } from '#servers/lib/database/columns.ts'

/** A prompt that a user sent to several models at once, and their vote. */
export type ComparisonVoteTable = {
  id: string
  user_id: string
  kind: Medium
  prompt: string
  /** A list with the service, the model and the run of each, `run_id` null before it began. */
  models: JsonText
  /** The place of the best model in that list; null without a vote. */
  winner: number | null
  created_at: UnixMillis
}
