import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolChoice,
  LanguageModelV4Usage
} from '@ai-sdk/provider'
import { isUrlSupported } from '@ai-sdk/provider-utils'
import { Problem } from '#core/problem.ts'
import type {
  ChatDelta,
  ChatProvider,
  ChatQuestion,
  ChatTool,
  VendorConnection
} from '#core/provider.ts'
import { toChatProblem } from '#providers/openai-problem.ts'

type CalledModel = Pick<LanguageModelV4, 'doStream' | 'supportedUrls'>

/**
 * A call of a model of the AI SDK: the model, the messages, and options of its protocol. The model
 * is called itself, since the steps and telemetry of `streamText` take longer than the call.
 */
export type SdkCall = { model: CalledModel } & Pick<
  LanguageModelV4CallOptions,
  'prompt' | 'providerOptions' | 'stopSequences'
>

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
  let isWhole = false
  const seen = { any: false, answer: false, cause: undefined as unknown }
  const called = new Map<string, string>()
  try {
    const calm = calmFetch(upstream.fetch, cause => (seen.cause = cause))
    const { model, prompt, ...call } = prepare(question, { ...upstream, fetch: calm })
    await checkAddresses(model, prompt)
    const { stream } = await model.doStream({
      prompt,
      ...call,
      maxOutputTokens: question.maxOutput,
      ...(question.temperature !== null && { temperature: question.temperature }),
      ...(question.tools !== undefined && { tools: question.tools.map(declareTool) }),
      ...(question.toolChoice !== undefined && { toolChoice: choiceOf(question.toolChoice) }),
      abortSignal: AbortSignal.any([upstream.signal, left.signal])
    })
    for await (const part of stream) {
      if (part.type === 'error')
        throw toChatProblem(part.error, {
          hasBegun: seen.any,
          apiKey: upstream.apiKey,
          cause: seen.cause
        })
      if (part.type === 'finish') {
        isWhole = true
        yield ending(part, question, seen)
        return
      }
      const delta = deltaOf(part, called)
      if (delta === null) continue
      seen.any = true
      seen.answer ||= delta.type !== 'reasoning'
      yield delta
    }
    throw seen.any ? endedEarly() : noChat()
  } catch (thrown) {
    if (upstream.signal.aborted)
      throw new Problem('canceled', {
        detail: 'the answer was stopped',
        cause: upstream.signal.reason
      })
    throw toChatProblem(thrown, { hasBegun: seen.any, apiKey: upstream.apiKey, cause: seen.cause })
  } finally {
    // When the caller stops reading, the vendor must stop working too.
    if (!isWhole) left.abort()
  }
}

type Part = LanguageModelV4StreamPart

/**
 * Translates a part of an answer; null for a part that carries nothing.
 * @param called names of the called tools by the id of their call, which is filled here
 */
function deltaOf(part: Part, called: Map<string, string>): ChatDelta | null {
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
    const type = part.type === 'text-delta' ? 'text' : 'reasoning'
    return part.delta === '' ? null : { type, text: part.delta }
  }
  if (part.type === 'tool-input-start') {
    called.set(part.id, part.toolName)
    return { type: 'call', id: part.id, name: part.toolName, text: '' }
  }
  return part.type === 'tool-input-delta'
    ? { type: 'call', id: part.id, name: called.get(part.id) ?? '', text: part.delta }
    : null
}

const endedEarly = (): Problem => new Problem('chat_error', { detail: 'the answer ended early' })

const noChat = (): Problem =>
  new Problem('api_error', { detail: 'the vendor’s response is not a chat answer' })

/** @throws Problem for an answer that is empty, refused or not a chat */
function ending(
  { finishReason: { unified, raw }, usage }: Extract<Part, { type: 'finish' }>,
  { mayEndEmpty }: ChatQuestion,
  seen: { any: boolean; answer: boolean }
): ChatDelta {
  if (unified === 'interrupted' && !seen.any) throw noChat()
  const cut = unified === 'length'
  checkFinish(unified, raw, seen.answer || (cut && mayEndEmpty === true))
  return { type: 'finish', usage: measuredUsage(usage), ...(cut && { cut }) }
}

/** @throws Problem for an address that the vendor does not fetch itself */
async function checkAddresses(model: CalledModel, prompt: LanguageModelV4Prompt): Promise<void> {
  const supportedUrls = await model.supportedUrls
  const parts = prompt.flatMap(message => (message.role === 'user' ? message.content : []))
  for (const part of parts) {
    if (part.type !== 'file' || part.data.type !== 'url') continue
    const { mediaType, data } = part
    if (!isUrlSupported({ mediaType, url: data.url.href, supportedUrls }))
      throw new Problem('bad_request', {
        detail: 'this model cannot read files from other sites: upload the file first'
      })
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

function choiceOf(choice: NonNullable<ChatQuestion['toolChoice']>): LanguageModelV4ToolChoice {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.name }
}

function declareTool({
  name,
  description,
  parameters,
  strict
}: ChatTool): LanguageModelV4FunctionTool {
  return {
    type: 'function',
    name,
    inputSchema: parameters,
    ...(description !== undefined && { description }),
    ...(strict !== undefined && { strict })
  }
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
  if (reason === 'interrupted') throw endedEarly()
  if (reason === 'error' || (raw !== undefined && BROKEN.has(raw)))
    throw new Problem('chat_error', { detail: `the answer broke off (${raw ?? reason})` })
  if (!isAnswer) throw new Problem('chat_error', { detail: 'the answer is empty' })
}

/** Returns null unless both counts exist and are plausible: users are charged by them. */
function measuredUsage({
  inputTokens: { total: input = 0 },
  outputTokens,
  raw
}: LanguageModelV4Usage): { input: number; output: number } | null {
  // Some vendors count reasoning tokens only in the total.
  const output = Math.max(outputTokens.total ?? 0, Number(raw?.['total_tokens'] ?? 0) - input)
  const isMeasured = [input, output].every(tokens => Number.isSafeInteger(tokens) && tokens > 0)
  return isMeasured ? { input, output } : null
}
