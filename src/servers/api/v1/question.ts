import { findShelfModel, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import type { CompletionMessage, CompletionRequest } from '#contract/openai.ts'
import type { MessageContent, MessagePart } from '#core/chat.ts'
import type { Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { ChatQuestion, ChatTool, ChatTurn } from '#core/provider.ts'
import type { StatelessQuestion } from '#servers/api/chat/asked.ts'

/** Settings that are passed on under their own name. */
const SETTINGS = [
  'stop',
  'response_format',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'parallel_tool_calls',
  'reasoning_effort'
] as const satisfies readonly (keyof CompletionRequest)[]

/**
 * Turns a program's call into a question of ours.
 * @throws Problem `content_too_large`; `bad_request` for an image or file that the model does not
 *   read, for a tool call without an answer, for a required tool that is missing, and for tools of
 *   a model without tool calls
 */
export function toStatelessQuestion(body: CompletionRequest, shelf: ChatShelf): StatelessQuestion {
  const { tools, tool_choice: choice } = body
  const turns = body.messages.map(turnOf)
  checkLength(turns)
  checkTaken(shelf, body, turns)
  checkCalls(turns)
  checkChoice(body)
  return {
    turns,
    maxOutput: body.max_completion_tokens ?? body.max_tokens ?? null,
    ...(tools != null &&
      tools.length > 0 && {
        tools: tools.map(toolOf),
        ...(choice != null && { toolChoice: chosen(choice) })
      }),
    settings: settingsOf(body)
  }
}

/** Maximum characters in the texts of one call: a million tokens, more than any model reads. */
const MAX_TEXTS = 4_000_000

/**
 * Refuses a call that is much too long, before its words are counted.
 * @throws Problem `content_too_large`
 */
function checkLength(turns: readonly ChatTurn[]): void {
  const lengthOf = ({ content, calls = [] }: ChatTurn): number =>
    (typeof content === 'string'
      ? content.length
      : content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0)) +
    calls.reduce((sum, call) => sum + call.arguments.length, 0)
  const length = turns.reduce((sum, turn) => sum + lengthOf(turn), 0)
  if (length <= MAX_TEXTS) return
  throw new Problem('content_too_large', {
    detail: `messages have ${length} characters; the limit is ${MAX_TEXTS}`,
    issues: [{ field: 'messages', code: 'too_long' }]
  })
}

function turnOf(message: CompletionMessage): ChatTurn {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', content: wordsOf(message.content) }
    case 'user':
      return {
        role: 'user',
        content: typeof message.content === 'string' ? message.content : message.content.map(partOf)
      }
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map(
        ({ id, function: { name, arguments: written } }) => ({ id, name, arguments: written })
      )
      return {
        role: 'assistant',
        content: wordsOf(message.content ?? ''),
        ...(calls.length > 0 && { calls })
      }
    }
    case 'tool':
      return { role: 'tool', content: wordsOf(message.content), callId: message.tool_call_id }
  }
}

function wordsOf(content: string | readonly { text: string }[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n')
}

type UserPart = Exclude<Extract<CompletionMessage, { role: 'user' }>['content'], string>[number]

function partOf(part: UserPart): MessagePart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image_url':
      return {
        type: 'image_url',
        image_url: part.image_url.url,
        ...(part.image_url.detail != null && { detail: part.image_url.detail })
      }
    case 'file':
      return filePart(part.file)
  }
}

/** Reads type and size from the data URL, since the tokens of the file are counted by them. */
function filePart({
  file_data: data,
  filename
}: {
  file_data: string
  filename?: string | undefined
}): MessagePart {
  const [, type = ''] = /^data:([\w.+-]+\/[\w.+-]+)/.exec(data) ?? []
  const size = Math.floor(((data.length - data.indexOf(',') - 1) * 3) / 4)
  return {
    type: 'file_url',
    file_url: data,
    media_type: type,
    size,
    ...(filename !== undefined && { name: filename })
  }
}

function toolOf({
  function: { name, description, parameters, strict }
}: NonNullable<CompletionRequest['tools']>[number]): ChatTool {
  return {
    name,
    parameters: parameters ?? { type: 'object', properties: {} },
    ...(description !== undefined && { description }),
    ...(strict != null && { strict })
  }
}

function chosen(
  choice: NonNullable<CompletionRequest['tool_choice']>
): NonNullable<ChatQuestion['toolChoice']> {
  return typeof choice === 'string' ? choice : { name: choice.function.name }
}

function settingsOf(body: CompletionRequest): Record<string, Json> {
  return Object.fromEntries(
    SETTINGS.flatMap(name =>
      body[name] == null || body[name] === '' ? [] : [[name, body[name] as Json]]
    )
  )
}

/** A `tool` message must directly follow every tool call, as vendors demand. */
function checkCalls(turns: readonly ChatTurn[]): void {
  const open = new Set<string>()
  for (const [at, { role, calls = [], callId = '' }] of turns.entries()) {
    if (role === 'tool' ? !open.delete(callId) : open.size > 0)
      throw refused(
        `messages.${at}`,
        role === 'tool'
          ? `no call has the id ${callId}`
          : `the results of these tool calls are missing: ${[...open].join(', ')}`
      )
    for (const { id } of calls) open.add(id)
  }
  if (open.size > 0)
    throw refused(
      'messages',
      `the results of these tool calls are missing: ${[...open].join(', ')}`
    )
}

function checkChoice({ tools, tool_choice: choice }: CompletionRequest): void {
  if (choice == null || choice === 'auto' || choice === 'none') return
  const names = (tools ?? []).map(tool => tool.function.name)
  const isThere = choice === 'required' ? names.length > 0 : names.includes(choice.function.name)
  if (!isThere) throw refused('tool_choice', 'there is no such tool')
}

function refused(field: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code: 'not_allowed' }] })
}

/**
 * Checks that the model reads all images and files. A user gets the same error: the question is
 * never asked without them.
 */
function checkTaken(
  shelf: ChatShelf,
  { model: name, tools }: CompletionRequest,
  turns: readonly ChatTurn[]
): void {
  const model = findShelfModel(shelf, name)
  if (model?.isToolSupported === false && (tools ?? []).length > 0)
    throw refused('tools', `${name} does not support tools`)
  const parts = turns.flatMap(({ content }): Exclude<MessageContent, string> =>
    typeof content === 'string' ? [] : content
  )
  const isTaken = (part: MessagePart): boolean =>
    part.type === 'text' ||
    Boolean(part.type === 'image_url' ? model?.isImageSupported : model?.isFileSupported)
  if (model === undefined || parts.every(isTaken)) return
  throw refused('messages', `${name} cannot read this type of file`)
}
