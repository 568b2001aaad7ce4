import type {
  LanguageModelV4FilePart as FilePart,
  LanguageModelV4Message as Message,
  LanguageModelV4TextPart as TextPart,
  LanguageModelV4ToolCallPart as ToolCallPart
} from '@ai-sdk/provider'
import { detectMediaType } from '@ai-sdk/provider-utils'
import { contentText, type MessageContent, type MessagePart } from '#core/chat.ts'
import { asRecord, type Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { ChatTurn, ToolCall } from '#core/provider.ts'
import { isTextFileType } from '#core/reference.ts'
import { parseJson } from '#core/whole-text.ts'

/**
 * Converts a conversation to the messages that models of the AI SDK take. It leaves out answers
 * without text and calls, because these have failed.
 * @param inputOf returns the arguments of a call; by default none
 * @throws Problem `bad_request` for an address or a file type that this protocol cannot carry
 */
export function toMessages(
  turns: readonly ChatTurn[],
  inputOf: (call: ToolCall) => Record<string, Json> = () => ({})
): Message[] {
  const names = new Map(turns.flatMap(({ calls = [] }) => calls.map(({ id, name }) => [id, name])))
  const messages = turns.flatMap(({ role, content, calls = [], callId = '' }): Message[] => {
    if (role === 'user') return [{ role, content: userContent(content) }]
    const text = contentText(content)
    if (role === 'tool') {
      const output = { type: 'text' as const, value: text }
      return [
        {
          role,
          content: [
            { type: 'tool-result', toolCallId: callId, toolName: names.get(callId) ?? '', output }
          ]
        }
      ]
    }
    if (role === 'assistant' && calls.length > 0) {
      const said: TextPart[] = text === '' ? [] : [{ type: 'text', text }]
      return [{ role, content: [...said, ...calls.map(call => callPart(call, inputOf(call)))] }]
    }
    if (text === '') return []
    return [
      role === 'system' ? { role, content: text } : { role, content: [{ type: 'text', text }] }
    ]
  })
  return joinResults(messages)
}

/** Joins results of tools that follow one another, since Gemini wants those of a turn together. */
function joinResults(messages: readonly Message[]): Message[] {
  const joined: Message[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (message.role === 'tool' && last?.role === 'tool') last.content.push(...message.content)
    else joined.push(message)
  }
  return joined
}

/**
 * Converts a conversation for protocols that carry the arguments of tool calls as objects.
 * Arguments that are no object are sent as an empty one, since these vendors refuse anything else.
 * @throws Problem like {@link toMessages}
 */
export function toNativeMessages(turns: readonly ChatTurn[]): Message[] {
  return toMessages(turns, ({ arguments: written }) => argumentsIn(written))
}

function argumentsIn(written: string): Record<string, Json> {
  try {
    return asRecord(parseJson(written) as Json) ?? {}
  } catch {
    return {}
  }
}

function callPart({ id, name }: ToolCall, input: Record<string, Json>): ToolCallPart {
  return { type: 'tool-call', toolCallId: id, toolName: name, input }
}

/** The part of an outgoing message that we read. */
export type WireMessage = { tool_calls?: { function: { arguments: string } }[] }

/**
 * Restores the arguments of tool calls as the model wrote them. The SDK rewrites them: it changes
 * long numbers and wraps invalid JSON.
 */
export function restoreToolArguments(
  messages: readonly WireMessage[],
  turns: readonly ChatTurn[]
): WireMessage[] {
  const written = turns.flatMap(({ role, calls = [] }) => (role === 'assistant' ? calls : []))
  return messages.map(message => {
    if (message.tool_calls === undefined) return message
    const calls = message.tool_calls.map(call => ({
      ...call,
      function: { ...call.function, arguments: written.shift()?.arguments || '{}' }
    }))
    return { ...message, tool_calls: calls }
  })
}

function userContent(content: MessageContent): (TextPart | FilePart)[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content.map(userPart).filter(part => part.type !== 'text' || part.text !== '')
}

function userPart(part: MessagePart): TextPart | FilePart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image_url':
      return picturePart(toUrl(part.image_url), part.detail)
    case 'file_url':
      return filePart(toUrl(part.file_url), part.name)
  }
}

/**
 * Builds the part for an image. The protocol puts the detail level beside the image's address, and
 * the SDK has no option for it.
 */
function picturePart(url: URL, detail: string | undefined): FilePart {
  const part: FilePart = { type: 'file', ...fileData(url) }
  return detail === undefined
    ? part
    : { ...part, providerOptions: { openaiCompatible: { image_url: { url: url.href, detail } } } }
}

/**
 * Builds the part for a file. This protocol carries images, PDFs and text inline. For a file at
 * another address, the address is sent as text, and the vendor does not fetch it.
 */
function filePart(url: URL, name = ''): TextPart | FilePart {
  if (url.protocol !== 'data:') return { type: 'text', text: url.href }
  const [, type = '', bytes = ''] = DATA_URL.exec(url.href) ?? []
  if (isTextFileType(type))
    return { type: 'text', text: Buffer.from(bytes, 'base64').toString('utf8') }
  if (type !== 'application/pdf' && !type.startsWith('image/'))
    throw unusable(`a file of type ${type} cannot be sent to this model`)
  return { type: 'file', ...fileData(url), ...(name !== '' && { filename: name }) }
}

/**
 * Returns the bytes that an address contains, or the address of an image. An image that names a
 * wrong type gets the type of its bytes, since vendors refuse it otherwise.
 */
function fileData(url: URL): Pick<FilePart, 'data' | 'mediaType'> {
  const [, type = '', data = ''] = DATA_URL.exec(url.href) ?? []
  if (type === '') return { mediaType: 'image', data: { type: 'url', url } }
  const mediaType = detectMediaType({ data, topLevelType: 'image' }) ?? type
  return { mediaType, data: { type: 'data', data } }
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)(?=;)[^,]{0,100};base64,(.*)$/s

function toUrl(address: string | { url: string }): URL {
  const text = typeof address === 'string' ? address : address.url
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^(https?|data):$/.test(url.protocol))
    throw unusable('the address of an attachment cannot be read')
  if (url.protocol === 'data:' && !DATA_URL.test(text))
    throw unusable('an attachment is not base64 data of a known type')
  return url
}

function unusable(detail: string): Problem {
  return new Problem('bad_request', { detail })
}
