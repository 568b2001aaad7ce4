import type { Selectable } from 'kysely'
import type { Conversation, Message } from '#contract/conversation.ts'
import { microToCredits } from '#core/money.ts'
import type { Issue } from '#core/problem.ts'
import { problemSentenceKey } from '#core/problem-sentence.ts'
import type { Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { contentOf, type MessageRow } from '#servers/api/chat/messages.ts'
import { messageVersions, messageBranch } from '#core/message-tree.ts'
import type { ConversationTable } from '#servers/lib/database/chat-tables.ts'
import type { RunTable } from '#servers/lib/database/run-tables.ts'

/** Columns of a conversation that clients get. */
export const CONVERSATION_COLUMNS = [
  'id',
  'model',
  'title',
  'pinned',
  'leaf_id',
  'size',
  'created_at',
  'updated_at'
] as const

export type ConversationColumns = Pick<
  Selectable<ConversationTable>,
  (typeof CONVERSATION_COLUMNS)[number]
>

/** The columns of a run that describe its answer. */
export type Receipt = Pick<
  Selectable<RunTable>,
  'id' | 'charged' | 'measure' | 'response' | 'trace_id' | 'finished_at'
>

type Telling = {
  locale: Locale
  /** Receipts of the conversation's answers; without them, clients get no tokens and prices. */
  receipts?: readonly Receipt[]
  /** All versions instead of the shown ones. */
  tree?: boolean
}

/**
 * Returns a conversation as clients get it.
 * @param rows all its messages, by position; null for a list without messages
 */
export function toConversation(
  row: ConversationColumns,
  rows: readonly MessageRow[] | null,
  telling: Telling
): Conversation {
  const answering = rows?.find(message => message.state === 'answering')?.run_id
  return {
    id: row.id,
    model: row.model,
    title: row.title,
    ...(rows !== null && { messages: toMessages(row, rows, telling) }),
    ...(answering != null && { answering }),
    pinned: row.pinned === 1,
    created_at: row.created_at / 1000,
    updated_at: row.updated_at / 1000
  }
}

function toMessages(
  { leaf_id }: ConversationColumns,
  rows: readonly MessageRow[],
  { locale, receipts = [], tree = false }: Telling
): Message[] {
  const [versions, runs] = [
    messageVersions(rows),
    new Map(receipts.map(receipt => [receipt.id, receipt]))
  ]
  return (tree ? rows : messageBranch(rows, leaf_id)).map(row => {
    const run = row.role === 'assistant' ? runs.get(row.run_id ?? '') : undefined
    const among = versions.get(row.id)
    return {
      ...toMessage(row, locale, run?.trace_id),
      ...(among && { versions: among }),
      ...(run && toBill(run))
    }
  })
}

function toMessage(row: MessageRow, locale: Locale, traceId: string | undefined): Message {
  const failure =
    row.error === null
      ? null
      : (JSON.parse(row.error) as { code: string; detail: string; issues?: Issue[] })
  const message =
    failure && groupTranslator(locale, 'problem')(problemSentenceKey({ issues: [], ...failure }))
  return {
    id: row.id,
    parent_id: row.parent_id,
    role: row.role,
    content: contentOf(row) as Message['content'],
    state: row.state,
    created_at: row.created_at / 1000,
    ...(row.model !== null && { model: row.model }),
    ...(row.reasoning !== '' && { reasoning: row.reasoning }),
    ...(row.thought !== null && { thought: row.thought / 1000 }),
    ...(failure &&
      message !== null && {
        error: { ...failure, message, ...(traceId !== undefined && { trace_id: traceId }) }
      })
  }
}

/** Returns the price of an answer that has ended, and its tokens if it has any. */
function toBill({
  charged,
  measure,
  response,
  finished_at
}: Receipt): Pick<Message, 'usage' | 'price' | 'estimated'> {
  if (finished_at === null) return {}
  const { usage } = JSON.parse(response ?? '{}') as Pick<Message, 'usage'>
  return {
    price: microToCredits(charged),
    ...(usage && { usage }),
    ...(measure !== null && { estimated: measure === 'estimated' })
  }
}
