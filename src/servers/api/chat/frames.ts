import { isProblemCode, Problem, type Issue } from '#core/problem.ts'
import { problemSentenceKey } from '#core/problem-sentence.ts'
import type { Json } from '#core/provider.ts'
import type { Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import type { EventData, RunEvent } from '#servers/runs/event-rows.ts'

/** Milliseconds of silence after which a stream sends a heartbeat. */
const HEARTBEAT = 15_000

type Events = AsyncGenerator<RunEvent>

/**
 * Returns an event as clients get it: with its number, and a failure with a sentence in the
 * reader's language.
 */
function toFrame({ seq, data }: RunEvent, locale: Locale): EventData {
  return withSentence({ ...data, seq }, locale)
}

function withSentence(data: EventData, locale: Locale): EventData {
  if (data.type !== 'error' || data['error'] === undefined) return data
  const problem = problemOf(data)
  const { trace_id, issues } = data['error'] as { trace_id?: string; issues?: Json }
  const message = groupTranslator(locale, 'problem')(problemSentenceKey(problem))
  return {
    ...data,
    error: {
      code: problem.code,
      message,
      detail: problem.detail,
      ...(issues !== undefined && { issues }),
      ...(trace_id !== undefined && { trace_id })
    },
    message,
    code: problem.code,
    detail: problem.detail || message
  }
}

/**
 * Writes server-sent events: `data:` lines, and the `[DONE]` of the contract after a success.
 * Readers that resume also get `id:` lines.
 */
export function sseResponse(
  events: Events,
  locale: Locale,
  options: { numbered: boolean; stop: () => void }
): Response {
  return streamResponse('text/event-stream; charset=utf-8', options.stop, async function* () {
    for await (const event of events) {
      const id = options.numbered ? `id: ${event.seq}\n` : ''
      yield `${id}data: ${JSON.stringify(toFrame(event, locale))}\n\n`
      if (event.data.type === 'done') yield 'data: [DONE]\n\n'
    }
  })
}

/**
 * Writes one JSON object per line. `answer` is the whole text so far, which clients of this format
 * expect.
 */
export function ndjsonResponse(
  events: Events,
  locale: Locale,
  options: { stop: () => void }
): Response {
  return streamResponse('application/x-ndjson; charset=utf-8', options.stop, async function* () {
    let answer = ''
    for await (const event of events) {
      const frame = toFrame(event, locale)
      answer += typeof frame['delta_answer'] === 'string' ? frame['delta_answer'] : ''
      yield `${JSON.stringify({ answer, ...frame })}\n`
    }
  })
}

/**
 * Waits for the end of a run.
 * @throws Problem the run's failure
 */
export async function jsonAnswer(
  events: Events
): Promise<{ answer: string; id: unknown; usage: unknown }> {
  let answer = ''
  for await (const { data } of events) {
    if (typeof data['delta_answer'] === 'string') answer += data['delta_answer']
    if (data.type === 'error') throw problemOf(data)
    if (data.type === 'done') return { answer, id: data['id'], usage: data['usage'] }
  }
  throw new Problem('canceled')
}

/** A failure, as the last event of its run stores it. */
type Kept = { code?: unknown; detail?: string; issues?: readonly Issue[]; retry_after?: number }

/** Returns why a run failed, from its last event. */
export function problemOf(data: EventData): Problem {
  const { code, detail = '', issues = [], retry_after: retryAfter } = (data['error'] ?? {}) as Kept
  return new Problem(isProblemCode(code) ? code : 'unknown', {
    detail,
    issues,
    ...(retryAfter !== undefined && { retryAfter })
  })
}

/** Writes server-sent events of any kind, each with the id from which a reader can resume. */
export function feedResponse(
  feed: AsyncGenerator<{ cursor: string; data: EventData }[]>,
  locale: Locale,
  options: { stop: () => void; heartbeat?: number }
): Response {
  const lines = async function* (): AsyncGenerator<string> {
    for await (const events of feed)
      yield events
        .map(
          ({ cursor, data }) =>
            `id: ${cursor}\ndata: ${JSON.stringify(withSentence(data, locale))}\n\n`
        )
        .join('')
  }
  return streamResponse('text/event-stream; charset=utf-8', options.stop, lines, options.heartbeat)
}

/**
 * Makes a body that the reader pulls. A slow reader delays no other, and one that leaves ends the
 * reading but not the run.
 */
export function streamResponse(
  type: string,
  stop: () => void,
  lines: () => AsyncGenerator<string>,
  heartbeat = HEARTBEAT
): Response {
  const encoder = new TextEncoder()
  const source = lines()
  let beat: NodeJS.Timeout
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const comment = type.startsWith('text/event-stream') ? ': \n\n' : '\n'
      // A reader that has not taken the last heartbeat gets no further one, so that heartbeats do
      // not accumulate.
      const tell = (): void =>
        void ((controller.desiredSize ?? 0) > 0 && controller.enqueue(encoder.encode(comment)))
      beat = setInterval(tell, heartbeat)
    },
    async pull(controller) {
      const { done, value } = await source.next().catch((error: unknown) => {
        clearInterval(beat)
        throw error
      })
      if (!done) return controller.enqueue(encoder.encode(value))
      clearInterval(beat)
      controller.close()
    },
    async cancel() {
      clearInterval(beat)
      stop()
    }
  })
  return new Response(body, {
    headers: { 'content-type': type, 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  })
}
