import type { Generated } from 'kysely'
import type { MessageState, Role } from '#core/chat.ts'
import type { DefaultedColumn, JsonText, UnixMillis } from '#servers/lib/database/columns.ts'

export type ConversationTable = {
  id: string
  user_id: string
  application_id: string
  origin: string
  model: string
  title: string
  /**
   * 0: no list shows the conversation, since its caller did not want it stored, or it is incomplete
   * or deleted.
   */
  listed: number
  /** The last message of the shown branch; null while the conversation is empty. */
  leaf_id: DefaultedColumn<string | null>
  pinned: DefaultedColumn<number>
  /** The system prompt; empty for none. */
  preset: DefaultedColumn<string>
  /** The temperature, from 0 to 2; null for the model's default. */
  temperature: DefaultedColumn<number | null>
  /** Bytes of all its messages, with all their versions: see `updateConversationSize`. */
  size: DefaultedColumn<number>
  /** When it was deleted. It can be restored until a sweep removes it permanently. */
  deleted_at: DefaultedColumn<UnixMillis | null>
  /** As in `LibraryItemTable`. */
  project_id: DefaultedColumn<string | null>
  created_at: UnixMillis
  updated_at: UnixMillis
}

export type MessageTable = {
  id: string
  conversation_id: string
  /** Number of the message within its conversation, over all versions, in order of arrival. */
  position: number
  /**
   * The previous message; null for a first one. Messages with the same parent are versions of each
   * other.
   */
  parent_id: DefaultedColumn<string | null>
  role: Role
  /** The model that answered; null for a user's message, and for old answers. */
  model: DefaultedColumn<string | null>
  content: JsonText
  reasoning: string
  /** Milliseconds that the reasoning took. */
  thought: DefaultedColumn<number | null>
  state: MessageState
  error: JsonText | null
  run_id: string | null
  created_at: UnixMillis
}

/** Searchable text of a message or of a title, in the order in which they were written. */
export type PassageTable = {
  id: Generated<number>
  user_id: string
  conversation_id: string
  /** The message; null for the text of a title. */
  message_id: string | null
  text: string
  /** Numbers for its words, as `{1,2}`; on SQLite they are in `passage_grams` instead. */
  grams: string
}

/** A link to a conversation up to one of its messages. Anybody with the id may read it. */
export type ShareTable = {
  id: string
  conversation_id: string
  user_id: string
  origin: string
  /** The title at the time of sharing. */
  title: string
  leaf_id: string
  /** When an operator took it down. Its conversation cannot be shared again. */
  taken_down_at: DefaultedColumn<UnixMillis | null>
  created_at: UnixMillis
}
