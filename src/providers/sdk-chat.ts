import {
  jsonSchema,
  streamText,
  tool,
  type LanguageModelUsage,
  type TextStreamPart,
  type ToolSet
} from 'ai'
import { Problem } from '#core/problem.ts'
import type {
  ChatDelta,
  ChatProvider,
  ChatQuestion,
  ChatTool,
  VendorConnection
} from '#core/provider.ts'
import { toChatProblem } from '#providers/openai-problem.ts'

// The SDK warns about settings that a model ignores. That helps no reader of a server's log.
globalThis.AI_SDK_LOG_WARNINGS = false

/** A call of the AI SDK to a vendor: its model, the messages, and options of the protocol. */
export type SdkCall = Pick<
  Parameters<typeof streamText>[0],
  'model' | 'providerOptions' | 'toolChoice' | 'stopSequences'
> &
  Required<Pick<Parameters<typeof streamText>[0], 'messages'>>

/**
 * Makes a chat provider from a provider of the AI SDK. Streaming, tools, usage, finish reasons and
 * errors are the same for all of them.
 * @param prepare translates a question; it may throw a Problem
 */
export function createSdkChat(
  prepare: (question: ChatQuestion, upstream: VendorConnection) => SdkCall
): ChatProvider {
  return { stream: (question, upstream) => streamChat(prepare, question, upstream) }
}

async function* streamChat(
  prepare: (question: ChatQuestion, upstream: VendorConnection) => SdkCall,
  question: ChatQuestion,
  upstream: VendorConnection
): AsyncGenerator<ChatDelta> {
  const left = new AbortController()
  const seen = { any: false, answer: false, cause: undefined as unknown }
  const called = new Map<string, string>()
  try {
    const calm = calmFetch(upstream.fetch, cause => (seen.cause = cause))
    const { fullStream } = streamText({
      ...prepare(question, { ...upstream, fetch: calm }),
      allowSystemInMessages: true,
      maxOutputTokens: question.maxOutput,
      ...(question.temperature !== null && { temperature: question.temperature }),
      ...(question.tools !== undefined && { tools: toolSet(question.tools) }),
      maxRetries: 0,
      abortSignal: AbortSignal.any([upstream.signal, left.signal]),
      experimental_download: downloadNothing,
      // Errors arrive as parts of the stream. Without this handler the SDK also prints them.
      onError: () => {}
    })
    for await (const part of fullStream) {
      if (part.type === 'error')
        throw toChatProblem(part.error, {
          hasBegun: seen.any,
          apiKey: upstream.apiKey,
          cause: seen.cause
        })
      if (part.type === 'finish') {
        yield ending(part, question, seen)
        return
      }
      const delta = deltaOf(part, called)
      if (delta === null) continue
      seen.any = true
      seen.answer ||= delta.type !== 'reasoning'
      yield delta
    }
    throw new Problem('chat_error', { detail: 'the answer ended early' })
  } catch (thrown) {
    if (upstream.signal.aborted)
      throw new Problem('canceled', {
        detail: 'the answer was stopped',
        cause: upstream.signal.reason
      })
    throw toChatProblem(thrown, { hasBegun: seen.any, apiKey: upstream.apiKey, cause: seen.cause })
  } finally {
    // When the caller stops reading, the vendor must stop working too. Leaving the SDK's stream
    // does not stop it.
    left.abort()
  }
}

type Part = TextStreamPart<ToolSet>

/**
 * Translates a part of an answer; null for a part that carries nothing.
 * @param called names of the called tools by the id of their call, which is filled here
 */
function deltaOf(part: Part, called: Map<string, string>): ChatDelta | null {
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
    const type = part.type === 'text-delta' ? 'text' : 'reasoning'
    return part.text === '' ? null : { type, text: part.text }
  }
  if (part.type === 'tool-input-start') {
    called.set(part.id, part.toolName)
    return { type: 'call', id: part.id, name: part.toolName, text: '' }
  }
  return part.type === 'tool-input-delta'
    ? { type: 'call', id: part.id, name: called.get(part.id) ?? '', text: part.delta }
    : null
}

/** @throws Problem for an answer that is empty, refused or not a chat */
function ending(
  { finishReason, rawFinishReason, totalUsage }: Extract<Part, { type: 'finish' }>,
  { mayEndEmpty }: ChatQuestion,
  seen: { any: boolean; answer: boolean }
): ChatDelta {
  if (finishReason === 'interrupted' && !seen.any)
    throw new Problem('api_error', {
      detail: 'the vendor’s response is not a chat answer'
    })
  const cut = finishReason === 'length'
  checkFinish(finishReason, rawFinishReason, seen.answer || (cut && mayEndEmpty === true))
  return { type: 'finish', usage: measuredUsage(totalUsage), ...(cut && { cut }) }
}

/**
 * Refuses addresses that the vendor does not fetch itself. The SDK would fetch them from here, past
 * the egress guard.
 */
async function downloadNothing(
  files: readonly { isUrlSupportedByModel: boolean }[]
): Promise<null[]> {
  if (files.some(({ isUrlSupportedByModel }) => !isUrlSupportedByModel))
    throw new Problem('bad_request', {
      detail: 'this model cannot read files from other sites: upload the file first'
    })
  return files.map(() => null)
}

/** Returns the tool choice of a question, for protocols that the SDK speaks natively. */
export function nativeChoice({ toolChoice: choice }: ChatQuestion): Pick<SdkCall, 'toolChoice'> {
  if (choice === undefined) return {}
  return {
    toolChoice: typeof choice === 'string' ? choice : { type: 'tool', toolName: choice.name }
  }
}

/**
 * Returns the texts at which an answer ends. Of OpenAI's settings, only this one exists in all
 * protocols.
 */
export function stopSequencesOf({ settings }: ChatQuestion): Pick<SdkCall, 'stopSequences'> {
  const stop = settings?.['stop'] ?? []
  const texts = (Array.isArray(stop) ? stop : [stop]).filter(each => typeof each === 'string')
  return texts.length === 0 ? {} : { stopSequences: texts }
}

/** Declares the tools without code: the caller runs them. */
function toolSet(tools: readonly ChatTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters, strict }) => [
      name,
      tool({
        inputSchema: jsonSchema(parameters),
        ...(description !== undefined && { description }),
        ...(strict !== undefined && { strict })
      })
    ])
  )
}

/**
 * Makes a body that breaks end normally. After an error, the SDK drops the text that it still
 * holds. After a normal end, it delivers all of the text, and only the finish is missing.
 */
function calmFetch(
  fetch: VendorConnection['fetch'],
  onBreak: (cause: unknown) => void
): VendorConnection['fetch'] {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok || response.body === null) return response
    const reader = response.body.getReader()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (thrown) {
          onBreak(thrown)
          controller.close()
        }
      },
      cancel: reason => reader.cancel(reason)
    })
    return new Response(body, response)
  }
}

/** Finish reasons with which vendors report that an answer broke off. */
const BROKEN = new Set(['error', 'abort', 'insufficient_system_resource'])

function checkFinish(reason: string, raw: string | undefined, isAnswer: boolean): void {
  // A model that refuses in its own words ends with `stop`. Those words are the answer.
  if (reason === 'content-filter' && raw !== 'stop')
    throw new Problem('forbidden', { detail: 'the vendor’s moderation stopped the answer' })
  if (reason === 'interrupted')
    throw new Problem('chat_error', { detail: 'the answer ended early' })
  if (reason === 'error' || (raw !== undefined && BROKEN.has(raw)))
    throw new Problem('chat_error', { detail: `the answer broke off (${raw ?? reason})` })
  if (!isAnswer) throw new Problem('chat_error', { detail: 'the answer is empty' })
}

/** Returns null unless both counts exist and are plausible: users are charged by them. */
function measuredUsage({
  inputTokens = 0,
  outputTokens = 0,
  raw
}: LanguageModelUsage): { input: number; output: number } | null {
  // Some vendors count reasoning tokens only in the total.
  const output = Math.max(outputTokens, Number(raw?.total_tokens ?? 0) - inputTokens)
  const isMeasured = [inputTokens, output].every(
    tokens => Number.isSafeInteger(tokens) && tokens > 0
  )
  return isMeasured ? { input: inputTokens, output } : null
}
