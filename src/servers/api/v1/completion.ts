import type { Completion, FinishReason } from '#contract/openai.ts'
import type { Json, ToolCall } from '#core/provider.ts'
import type { Locale } from '#i18n/locale.ts'
import { problemOf } from '#servers/api/chat/frames.ts'
import type { EventData } from '#servers/runs/event-rows.ts'
import { openaiError, type OpenaiError } from '#servers/api/v1/problem.ts'

/** Fields that every frame of an answer repeats. `created` is in unix seconds. */
export type CompletionHeader = { id: string; created: number; model: string }

/** A frame of a stream in OpenAI's format. */
export type CompletionChunk = CompletionHeader & {
  object: 'chat.completion.chunk'
  choices: {
    index: 0
    delta: Record<string, Json>
    logprobs: null
    finish_reason: FinishReason | null
  }[]
  usage?: Completion['usage'] | null
}

/** Turns the events of a run into frames, and leaves out events that this format lacks. */
export function createChunkFormatter(
  about: CompletionHeader,
  { withUsage, locale }: { withUsage: boolean; locale: Locale }
) {
  const calls: string[] = []
  const chunk = (
    delta: Record<string, Json>,
    reason: FinishReason | null = null
  ): CompletionChunk => ({
    ...about,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    ...(withUsage && { usage: null })
  })
  /**
   * Returns the part of a tool call. The first one contains its name, later ones only its index.
   */
  function callDelta({ id, name, arguments: written }: ToolCall): Record<string, Json> {
    const known = calls.indexOf(id)
    const index = known === -1 ? calls.push(id) - 1 : known
    const named: Record<string, Json> = known === -1 ? { id, type: 'function' } : {}
    return {
      tool_calls: [
        { index, ...named, function: { ...(known === -1 && { name }), arguments: written } }
      ]
    }
  }

  return function chunksOf(data: EventData): (CompletionChunk | OpenaiError)[] {
    const piece = pieceOf(data)
    if (data.type === 'start') return [chunk({ role: 'assistant', content: '' })]
    if (data.type === 'error') return [openaiError(problemOf(data), locale)]
    if (data.type === 'done') {
      const usage: CompletionChunk[] = withUsage
        ? [{ ...chunk({}), choices: [], usage: usageOf(data) }]
        : []
      return [chunk({}, reasonOf(data)), ...usage]
    }
    if (piece.call !== null) return [chunk(callDelta(piece.call))]
    if (piece.reasoning !== '') return [chunk({ reasoning_content: piece.reasoning })]
    return piece.text === '' ? [] : [chunk({ content: piece.text })]
  }
}

/**
 * Reads a run to its end.
 * @throws Problem with which the run failed
 */
export async function collectCompletion(
  events: AsyncIterable<{ data: EventData }>,
  about: CompletionHeader
): Promise<Completion | null> {
  const said = { text: '', reasoning: '' }
  const calls = new Map<string, ToolCall>()
  for await (const { data } of events) {
    const { text, reasoning, call } = pieceOf(data)
    said.text += text
    said.reasoning += reasoning
    if (call !== null)
      calls.set(call.id, {
        ...call,
        arguments: (calls.get(call.id)?.arguments ?? '') + call.arguments
      })
    if (data.type === 'error') throw problemOf(data)
    if (data.type === 'done')
      return completion(about, { ...said, calls: [...calls.values()] }, data)
  }
  return null
}

type Said = { text: string; reasoning: string; calls: readonly ToolCall[] }

function completion(
  about: CompletionHeader,
  { text, reasoning, calls }: Said,
  end: EventData
): Completion {
  const toolCalls = calls.map(({ id, name, arguments: written }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: written }
  }))
  return {
    ...about,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' ? null : text,
          refusal: null,
          ...(reasoning !== '' && { reasoning_content: reasoning }),
          ...(toolCalls.length > 0 && { tool_calls: toolCalls })
        },
        logprobs: null,
        finish_reason: reasonOf(end)
      }
    ],
    usage: usageOf(end)
  }
}

/** Returns what an event adds to an answer. */
function pieceOf({ delta_answer, delta_reasoning, delta_call }: EventData): {
  text: string
  reasoning: string
  call: ToolCall | null
} {
  return {
    text: typeof delta_answer === 'string' ? delta_answer : '',
    reasoning: typeof delta_reasoning === 'string' ? delta_reasoning : '',
    // The cast is safe: `answerDeltaOf` in `answer.ts` writes these events.
    call: (delta_call ?? null) as ToolCall | null
  }
}

function reasonOf({ finish_reason: reason }: EventData): FinishReason {
  return reason === 'length' || reason === 'tool_calls' ? reason : 'stop'
}

function usageOf({ usage }: EventData): Completion['usage'] {
  return usage as Completion['usage']
}
