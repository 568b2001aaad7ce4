import { contentText, type MessageContent } from '#core/chat.ts'
import { contentOf, loadMessages } from '#servers/api/chat/messages.ts'
import { findTextFiles } from '#servers/api/chat/prompt-files.ts'
import type { ReceivedQuestion } from '#servers/api/chat/asked.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Prompt, PromptTexts } from '#servers/lib/moderation.ts'

/**
 * Collects all words that a question sends to a model, for moderation: the question, the
 * conversation before it, and their text files. It leaves out answers that a model gave here.
 * @param content of the new question, with its files
 */
export async function collectPrompt(
  context: Context,
  question: ReceivedQuestion,
  content: MessageContent
): Promise<Prompt> {
  const { text, preset, conversationId, whole, caller } = question
  const before = conversationId === undefined ? null : await kept(context, conversationId)
  const contents = [
    ['references', content],
    ...(before?.contents ?? []),
    ...(whole === undefined ? [] : turnsOf(whole))
  ] as const
  const files = await findTextFiles(context, caller.userId, contents)
  const own = {
    question: text,
    references: namesIn(content),
    ...(preset !== undefined && { preset })
  }
  return { texts: { ...own, ...(whole && wholeTexts(whole)) }, before: before?.texts ?? {}, files }
}

type Named = readonly (readonly [field: string, content: MessageContent])[]

function turnsOf({ turns }: NonNullable<ReceivedQuestion['whole']>): Named {
  return turns.map(({ content }, index) => [`messages.${index}`, content])
}

/**
 * Collects what a program sends besides its questions: answers, tool calls, and the required form
 * of the answer.
 */
function wholeTexts(whole: NonNullable<ReceivedQuestion['whole']>): PromptTexts {
  const { turns, tools, settings } = whole
  const messages = turns.map(({ content, calls = [] }, index) => {
    const called = calls.map(call => `${call.name} ${unescaped(call.arguments)}`)
    return [`messages.${index}`, [wordsIn(content), ...called].join('\n')] as const
  })
  const form = settings?.['response_format']
  const others = Object.entries({ tools, response_format: form }).filter(
    ([, value]) => value != null
  )
  return Object.fromEntries([
    ...messages,
    ...others.map(([name, value]) => [name, JSON.stringify(value)])
  ])
}

/**
 * Returns JSON without escapes, as a model reads it, so that no letter is hidden from the
 * moderation.
 */
function unescaped(written: string): string {
  return written.replace(/\\u([\da-f]{4})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16))
  )
}

/**
 * Leaves out answers that were made here. Others stay in, since a client may present any text as a
 * model's answer.
 */
async function kept(
  { database: { db } }: Context,
  id: string
): Promise<{ texts: PromptTexts; contents: Named }> {
  const conversation = await db
    .selectFrom('conversation')
    .select('preset')
    .where('id', '=', id)
    .executeTakeFirst()
  const said = (await loadMessages(db, [id])).filter(
    ({ role, run_id }) => role !== 'assistant' || run_id === null
  )
  const contents = said.map(row => [`messages.${row.id}`, contentOf(row)] as const)
  const texts = contents.map(([field, content]) => [field, wordsIn(content)] as const)
  return {
    texts: Object.fromEntries([['preset', conversation?.preset ?? ''] as const, ...texts]),
    contents
  }
}

/** Returns the words of a content, and the names of its files, which models get. */
function wordsIn(content: MessageContent): string {
  return [contentText(content), namesIn(content)].filter(text => text !== '').join('\n')
}

function namesIn(content: MessageContent): string {
  return typeof content === 'string'
    ? ''
    : content.flatMap(part => (part.type === 'text' ? [] : (part.name ?? []))).join('\n')
}
