import type { Generated } from 'kysely'
import type { MessageState, Role } from '#core/chat.ts'
import type { Defaulted, Json, Time } from '#servers/lib/database/columns.ts'

export type ConversationTable = {
  id: string
  user_id: string
  application_id: string
  origin: string
  model: string
  title: string
  /** 0 when the caller asked for an answer that is not kept. */
  listed: number
  /** The last message of the way through its versions that is shown; null while there is none. */
  leaf_id: Defaulted<string | null>
  pinned: Defaulted<number>
  /** What the model is told before all else; empty for nothing. */
  preset: Defaulted<string>
  /** 0 to 2; null for the model's own. */
  temperature: Defaulted<number | null>
  /** Size of its messages with all their versions, in bytes: see `measureConversation`. */
  size: Defaulted<number>
  /** Since when it waits to be gone for good, or to be brought back. */
  deleted_at: Defaulted<Time | null>
  created_at: Time
  updated_at: Time
}

export type MessageTable = {
  id: string
  conversation_id: string
  /** Counts all versions, in the order they came. */
  position: number
  /** The message before it; null for a first one. Messages of one parent are versions of each other. */
  parent_id: Defaulted<string | null>
  role: Role
  /** Who answered; null for what a person says, and for answers of older times. */
  model: Defaulted<string | null>
  content: Json
  reasoning: string
  /** How long that took, in milliseconds. */
  thought: Defaulted<number | null>
  state: MessageState
  error: Json | null
  run_id: string | null
  created_at: Time
}

/** What is searched: the words of a message, or of a title. */
export type PassageTable = {
  id: Generated<number>
  user_id: string
  conversation_id: string
  /** Null for the title. */
  message_id: string | null
  text: string
}

/** A conversation up to one of its messages, readable by whoever has the id. */
export type ShareTable = {
  id: string
  conversation_id: string
  user_id: string
  origin: string
  /** What it was called when it was shared. */
  title: string
  leaf_id: string
  /** When an operator took it down; then its conversation is shared no more. */
  taken_down_at: Defaulted<Time | null>
  created_at: Time
}
