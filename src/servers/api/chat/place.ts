import { CONTINUE_PROMPT, textOf, type Content } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import type { ChatTurn } from '#core/provider.ts'
import { contentOf, turnOf, type MessageRow } from '#servers/api/chat/messages.ts'
import { wayTo } from '#core/message-tree.ts'

/** What is to be answered: a new question, one that was asked before (`regenerate`), or the rest of an answer (`continue`). */
export type Wish = {
  /** Of a new question. */
  content: Content
  /** Below which message it is asked; undefined for the last of the way that is shown, null for a new beginning. */
  parentId: string | null | undefined
  regenerate: string | undefined
  continue: string | undefined
}

/** What an answer goes on from. `thought` in milliseconds. */
export type Prefix = { text: string; reasoning: string; thought: number | null }

/** Where an answer goes in the tree of versions, and what comes before it. */
export type Place = {
  /** The question, where it is a new one. */
  content: Content | null
  /** The message that is answered, where it is there already. */
  questionId: string | null
  /** What comes before the question. */
  parentId: string | null
  history: ChatTurn[]
  /** What the model is asked with its history: never left out, however long that is. */
  asked: ChatTurn[]
  prefix: Prefix | null
  /** Position of the next message. */
  next: number
}

/**
 * @param rows all versions of all messages, by position
 * @param leafId the last message of the way that is shown
 * @throws Problem `busy` while an answer is written; `bad_request` for a message that is not there, or cannot be meant
 */
export function placeOf(rows: readonly MessageRow[], leafId: string | null, wish: Wish): Place {
  if (rows.some(row => row.state === 'answering'))
    throw new Problem('busy', { detail: 'this conversation is still being answered' })
  const next = (rows.at(-1)?.position ?? -1) + 1
  if (wish.continue !== undefined) return { ...continued(rows, wish.continue), next }
  if (wish.regenerate !== undefined) return { ...askedAgain(rows, wish.regenerate), next }
  const { content, parentId = leafId } = wish
  if (parentId !== null) find(rows, 'parent_id', parentId)
  const history = historyOf(wayTo(rows, parentId))
  return {
    content,
    questionId: null,
    parentId,
    history,
    asked: [{ role: 'user', content }],
    prefix: null,
    next
  }
}

/** Of what is asked with all its turns: nothing is kept but the answer. */
export function placeOfWhole(turns: readonly ChatTurn[]): Place {
  return {
    content: null,
    questionId: null,
    parentId: null,
    history: [],
    asked: [...turns],
    prefix: null,
    next: 0
  }
}

function askedAgain(rows: readonly MessageRow[], id: string): Omit<Place, 'next'> {
  const named = find(rows, 'regenerate', id)
  const question = named.role === 'assistant' ? rows.find(row => row.id === named.parent_id) : named
  if (question?.role !== 'user')
    throw wrong('regenerate', 'there is no question to be answered again')
  return { ...answering(wayTo(rows, question.id)), asked: [turnOf(question)], prefix: null }
}

function continued(rows: readonly MessageRow[], id: string): Omit<Place, 'next'> {
  const { role, parent_id, reasoning, thought, ...row } = find(rows, 'continue', id)
  const text = textOf(contentOf(row))
  if (role !== 'assistant' || text === '')
    throw wrong('continue', 'there is no answer to go on with')
  const way = wayTo(rows, parent_id)
  const asked: ChatTurn[] = [
    ...way.slice(-1).map(turnOf),
    { role: 'assistant', content: text },
    { role: 'user', content: CONTINUE_PROMPT }
  ]
  return { ...answering(way), asked, prefix: { text, reasoning, thought } }
}

/** @param way up to the message that is answered, which is there already */
function answering(
  way: readonly MessageRow[]
): Pick<Place, 'content' | 'questionId' | 'parentId' | 'history'> {
  const { id = null, parent_id = null } = way.at(-1) ?? {}
  return {
    content: null,
    questionId: id,
    parentId: parent_id,
    history: historyOf(way.slice(0, -1))
  }
}

/** What was said; an answer that failed without a word was not. */
function historyOf(way: readonly MessageRow[]): ChatTurn[] {
  return way.map(turnOf).filter(({ content }) => content.length > 0)
}

function find(rows: readonly MessageRow[], field: string, id: string): MessageRow {
  const found = rows.find(row => row.id === id)
  if (found === undefined) throw wrong(field, `there is no message ${id} in this conversation`)
  return found
}

function wrong(field: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code: 'not_allowed' }] })
}
