import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { jsonSchema, streamText, tool, type LanguageModelUsage, type ToolSet } from 'ai'
import { Problem } from '#core/problem.ts'
import type { ChatDelta, ChatProvider, ChatQuestion, ChatTool, Upstream } from '#core/provider.ts'
import type { Json } from '#core/json.ts'
import { toMessages, withCallsAsWritten, type WireMessage } from '#providers/openai-messages.ts'
import { answerProblem } from '#providers/openai-problem.ts'

// The SDK warns about settings that a model ignores. That helps no reader of a server's log.
globalThis.AI_SDK_LOG_WARNINGS = false

/**
 * Calls any server that speaks OpenAI's chat completions: OpenAI, DeepSeek, xAI, Ollama, vLLM and
 * the like.
 */
export const openaiChat: ChatProvider = { stream: streamChat }

async function* streamChat(question: ChatQuestion, upstream: Upstream): AsyncGenerator<ChatDelta> {
  const left = new AbortController()
  const seen = { any: false, answer: false, cause: undefined as unknown }
  const called = new Map<string, string>()
  try {
    const { fullStream } = streamText({
      model: openModel(question, upstream, cause => (seen.cause = cause)),
      messages: toMessages(question.turns),
      allowSystemInMessages: true,
      maxOutputTokens: question.maxOutput,
      ...(question.temperature !== null && { temperature: question.temperature }),
      ...(question.tools !== undefined && { tools: toolSet(question.tools) }),
      maxRetries: 0,
      abortSignal: AbortSignal.any([upstream.signal, left.signal]),
      // Errors arrive as parts of the stream. Without this handler the SDK also prints them.
      onError: () => {}
    })
    for await (const part of fullStream) {
      if (part.type === 'error')
        throw answerProblem(part.error, {
          hasBegun: seen.any,
          apiKey: upstream.apiKey,
          cause: seen.cause
        })
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
        if (part.text === '') continue
        seen.any = true
        seen.answer ||= part.type === 'text-delta'
        yield { type: part.type === 'text-delta' ? 'text' : 'reasoning', text: part.text }
      } else if (part.type === 'tool-input-start') {
        seen.any = seen.answer = true
        called.set(part.id, part.toolName)
        yield { type: 'call', id: part.id, name: part.toolName, text: '' }
      } else if (part.type === 'tool-input-delta') {
        yield { type: 'call', id: part.id, name: called.get(part.id) ?? '', text: part.delta }
      } else if (part.type === 'finish') {
        const cut = part.finishReason === 'length'
        checkFinish(
          part.finishReason,
          part.rawFinishReason,
          seen.answer || (cut && question.mayEndEmpty === true)
        )
        yield { type: 'finish', usage: measuredUsage(part.totalUsage), ...(cut && { cut }) }
        return
      }
    }
    throw new Problem('chat_error', { detail: 'the answer ended without being finished' })
  } catch (thrown) {
    if (upstream.signal.aborted)
      throw new Problem('canceled', {
        detail: 'the answer was stopped',
        cause: upstream.signal.reason
      })
    throw answerProblem(thrown, { hasBegun: seen.any, apiKey: upstream.apiKey, cause: seen.cause })
  } finally {
    // When the caller stops reading, the vendor must stop working too. Leaving the SDK's stream
    // does not stop it.
    left.abort()
  }
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
 * Writes the tool choice into the body itself. The SDK would reject an answer that ignores the
 * choice; we pass it on to the caller.
 */
function chosen({ toolChoice: choice }: ChatQuestion): { tool_choice?: Json } {
  if (choice === undefined) return {}
  return {
    tool_choice:
      typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } }
  }
}

/**
 * OpenAI's newer models refuse tools in chat completions while they reason. Some of them reason
 * unless told not to.
 */
function thoughtless({ model, tools }: ChatQuestion): { reasoning_effort?: Json } {
  return tools !== undefined && /^gpt-(5\.[6-9]|6-(sol|luna))/.test(model)
    ? { reasoning_effort: 'none' }
    : {}
}

function openModel(question: ChatQuestion, upstream: Upstream, onBreak: (cause: unknown) => void) {
  const { model, settings, turns } = question
  const provider = createOpenAICompatible({
    name: 'chat',
    baseURL: upstream.baseURL,
    apiKey: upstream.apiKey,
    fetch: calmFetch(upstream.fetch, onBreak),
    includeUsage: true,
    // The vendor fetches addresses itself. Otherwise the SDK would fetch them from here, past the
    // egress guard.
    supportedUrls: () => ({ '*': [/^/] }),
    // OpenAI's reasoning models refuse the older name. Other servers know only the older name.
    transformRequestBody: ({ max_tokens, messages, ...body }) => ({
      ...body,
      messages: withCallsAsWritten(messages as WireMessage[], turns),
      ...thoughtless(question),
      ...settings,
      ...chosen(question),
      [/^(o\d|gpt-[5-9])/.test(model) ? 'max_completion_tokens' : 'max_tokens']: max_tokens
    })
  })
  return provider.chatModel(model)
}

/**
 * Makes a body that breaks end quietly. After an error the SDK drops the text that it still holds.
 * After a quiet end the SDK delivers all of it and then misses the finish.
 */
function calmFetch(fetch: Upstream['fetch'], onBreak: (cause: unknown) => void): Upstream['fetch'] {
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

/** Finish reasons with which vendors report that they gave up in the middle. */
const BROKEN = new Set(['error', 'abort', 'insufficient_system_resource'])

function checkFinish(reason: string, raw: string | undefined, isAnswer: boolean): void {
  // A model that refuses in its own words ends with `stop`. Those words are the answer.
  if (reason === 'content-filter' && raw !== 'stop')
    throw new Problem('forbidden', { detail: 'the moderation of the vendor stopped the answer' })
  if (raw !== undefined && BROKEN.has(raw))
    throw new Problem('chat_error', { detail: `the answer broke off (${raw})` })
  if (!isAnswer)
    throw new Problem('chat_error', { detail: 'the answer was finished without a word' })
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
