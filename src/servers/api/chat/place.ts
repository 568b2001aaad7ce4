import { CONTINUE_PROMPT, contentText, type MessageContent } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import type { ChatTurn } from '#core/provider.ts'
import { contentOf, turnOf, type MessageRow } from '#servers/api/chat/messages.ts'
import { messageBranch } from '#core/message-tree.ts'

/**
 * The kind of answer: to a new question, to an earlier one (`regenerate`), or the rest of an answer
 * (`continue`).
 */
export type AnswerRequest = {
  /** Content of a new question. */
  content: MessageContent
  /**
   * The message that the question follows; undefined for the last one shown, null for a new
   * beginning.
   */
  parentId: string | null | undefined
  regenerate: string | undefined
  continue: string | undefined
}

/** The part of an answer that a continuation follows. `thought` is in milliseconds. */
export type AnswerPrefix = { text: string; reasoning: string; thought: number | null }

/** The place of an answer in the tree of versions, and what comes before it. */
export type AnswerPlace = {
  /** The question, if it is new. */
  content: MessageContent | null
  /** The message to answer, if it exists already. */
  questionId: string | null
  /** The message before the question. */
  parentId: string | null
  history: ChatTurn[]
  /** The turns that the model must get, however long its history is. */
  asked: ChatTurn[]
  prefix: AnswerPrefix | null
  /** Position of the next message. */
  next: number
}

/**
 * Finds where the answer to a question belongs.
 * @param rows all versions of all messages, by position
 * @param leafId the last message that is shown
 * @throws Problem `busy` during an answer; `bad_request` for a message that does not exist or does
 *   not fit
 */
export function findAnswerPlace(
  rows: readonly MessageRow[],
  leafId: string | null,
  wish: AnswerRequest
): AnswerPlace {
  if (rows.some(row => row.state === 'answering'))
    throw new Problem('busy', { detail: 'this conversation is still being answered' })
  const next = (rows.at(-1)?.position ?? -1) + 1
  if (wish.continue !== undefined) return { ...continued(rows, wish.continue), next }
  if (wish.regenerate !== undefined) return { ...askedAgain(rows, wish.regenerate), next }
  const { content, parentId = leafId } = wish
  if (parentId !== null) find(rows, 'parent_id', parentId)
  const history = historyOf(messageBranch(rows, parentId))
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

/** Returns the place for a call that brings its whole prompt. Only its answer is stored. */
export function statelessAnswerPlace(turns: readonly ChatTurn[]): AnswerPlace {
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

function askedAgain(rows: readonly MessageRow[], id: string): Omit<AnswerPlace, 'next'> {
  const named = find(rows, 'regenerate', id)
  const question = named.role === 'assistant' ? rows.find(row => row.id === named.parent_id) : named
  if (question?.role !== 'user') throw wrong('regenerate', 'there is no question to answer again')
  return { ...answering(messageBranch(rows, question.id)), asked: [turnOf(question)], prefix: null }
}

function continued(rows: readonly MessageRow[], id: string): Omit<AnswerPlace, 'next'> {
  const { role, parent_id, reasoning, thought, ...row } = find(rows, 'continue', id)
  const text = contentText(contentOf(row))
  if (role !== 'assistant' || text === '') throw wrong('continue', 'there is no answer to continue')
  const way = messageBranch(rows, parent_id)
  const asked: ChatTurn[] = [
    ...way.slice(-1).map(turnOf),
    { role: 'assistant', content: text },
    { role: 'user', content: CONTINUE_PROMPT }
  ]
  return { ...answering(way), asked, prefix: { text, reasoning, thought } }
}

/**
 * Returns the place of another answer to an existing message.
 * @param way the path of messages that ends with the message to answer
 */
function answering(
  way: readonly MessageRow[]
): Pick<AnswerPlace, 'content' | 'questionId' | 'parentId' | 'history'> {
  const { id = null, parent_id = null } = way.at(-1) ?? {}
  return {
    content: null,
    questionId: id,
    parentId: parent_id,
    history: historyOf(way.slice(0, -1))
  }
}

/** Returns the messages as turns, without empty ones, such as answers that failed before a word. */
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
