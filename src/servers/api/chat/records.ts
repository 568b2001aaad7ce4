import type { Selectable } from 'kysely'
import type { Conversation, Message } from '#contract/conversation.ts'
import { toCredits } from '#core/money.ts'
import type { Issue } from '#core/problem.ts'
import { sentenceKey } from '#core/problem-sentence.ts'
import type { Locale } from '#i18n/locale.ts'
import { sentences } from '#i18n/sentences.server.ts'
import { contentOf, type MessageRow } from '#servers/api/chat/messages.ts'
import { versionsOf, wayTo } from '#core/message-tree.ts'
import type { ConversationTable } from '#servers/lib/database/chat-tables.ts'
import type { RunTable } from '#servers/lib/database/run-tables.ts'

/** Columns of a conversation that clients get. */
export const TOLD = [
  'id',
  'model',
  'title',
  'pinned',
  'leaf_id',
  'size',
  'created_at',
  'updated_at'
] as const

export type Row = Pick<Selectable<ConversationTable>, (typeof TOLD)[number]>

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
  row: Row,
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
  { leaf_id }: Row,
  rows: readonly MessageRow[],
  { locale, receipts = [], tree = false }: Telling
): Message[] {
  const [versions, runs] = [
    versionsOf(rows),
    new Map(receipts.map(receipt => [receipt.id, receipt]))
  ]
  return (tree ? rows : wayTo(rows, leaf_id)).map(row => {
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
  const message = failure && sentences(locale, 'problem')(sentenceKey({ issues: [], ...failure }))
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
    price: toCredits(charged),
    ...(usage && { usage }),
    ...(measure !== null && { estimated: measure === 'estimated' })
  }
}
