import { contentText, type MessageContent } from './chat.ts'

type Said = { content: MessageContent }

/**
 * Maximum number of characters of the messages on one page. A single longer message is still shown.
 */
const MAX_LENGTH = 256_000

/** Maximum number of messages on one page. */
const MAX_COUNT = 400

/** Returns the last messages of a conversation that fit on a page. */
export function recentMessages<M extends Said>(messages: readonly M[]): readonly M[] {
  const count = countFitting(messages.toReversed())
  return count === messages.length ? messages : messages.slice(-count)
}

/** Splits all messages of a conversation into pages. There is at least one page. */
export function paginateMessages<M extends Said>(messages: readonly M[]): (readonly M[])[] {
  const count = countFitting(messages)
  return count === messages.length
    ? [messages]
    : [messages.slice(0, count), ...paginateMessages(messages.slice(count))]
}

/** Counts the messages that fit on a page, from the first one. */
function countFitting(messages: readonly Said[]): number {
  let left = MAX_LENGTH
  const over = messages.findIndex(({ content }, index) => {
    left -= contentText(content).length
    return index > 0 && (left < 0 || index === MAX_COUNT)
  })
  return over < 0 ? messages.length : over
}
