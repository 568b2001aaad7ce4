import { isRecord, textAt } from '#client/json.ts'
import { ToldProblem } from '#client/problem.ts'
import type { ChatFrame } from '#contract/conversation.ts'
import { isProblemCode, Problem } from '#core/problem.ts'

/** The stream ended before its answer did: the run may well go on at the server, and can be followed. */
export class BrokenStream extends Problem {
  constructor(detail: string, cause?: unknown) {
    super('chat_error', { detail, cause })
  }
}

export type StreamOptions = {
  /** Milliseconds without a byte after which a stream counts as broken. */
  silence?: number
  /** The id of the call, for failures that the stream tells. */
  traceId?: string
}

/** Twice what the longest pause of a server that is alive should be. */
const SILENCE = 120_000

/**
 * The frames of an answer, as `data: {json}` lines up to `data: [DONE]`. Other lines, and lines that are no frame, are skipped.
 * @throws ToldProblem the failure that an error frame names
 * @throws BrokenStream when the body ends, fails or falls silent before either end
 */
export async function* readFrames(body: ReadableStream<Uint8Array>, options: StreamOptions = {}): AsyncGenerator<ChatFrame> {
  for await (const line of readLines(body, options.silence ?? SILENCE)) {
    if (!line.startsWith('data:')) continue
    const data = line.slice(5).trim()
    if (data === '[DONE]') return
    const frame = parseFrame(data)
    if (frame?.type === 'error') throw failureOf(frame, options.traceId ?? '')
    if (frame !== null) yield frame
  }
  throw new BrokenStream('the answer broke off')
}

async function* readLines(body: ReadableStream<Uint8Array>, silence: number): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silence)
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      yield* lines
      if (done) return
    }
  } finally {
    // Nobody waits for it: the connection may be gone already.
    reader.cancel().catch(() => undefined)
  }
}

async function within<T>(read: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BrokenStream('the answer fell silent')), milliseconds)
  })
  try {
    return await Promise.race([read, silence])
  } catch (thrown) {
    throw thrown instanceof Problem ? thrown : new BrokenStream('the connection was lost', thrown)
  } finally {
    clearTimeout(timer)
  }
}

const TYPES = ['start', 'text_delta', 'done', 'error'] as const

function parseFrame(data: string): ChatFrame | null {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return null
  }
  if (!isRecord(value)) return null
  const reasoning = textAt(value, 'delta_reasoning')
  return {
    id: textAt(value, 'id'),
    seq: typeof value['seq'] === 'number' ? value['seq'] : 0,
    type: TYPES.find(type => type === value['type']) ?? 'text_delta',
    delta_answer: textAt(value, 'delta_answer'),
    ...(reasoning !== '' && { delta_reasoning: reasoning }),
    ...(value['error'] !== undefined && { error: readError(value['error']) })
  }
}

function readError(error: unknown): { code: string; message: string; detail: string } {
  return { code: textAt(error, 'code'), message: textAt(error, 'message'), detail: textAt(error, 'detail') }
}

function failureOf({ error }: ChatFrame, traceId: string): ToldProblem {
  const code = error?.code
  const sentence = error?.message ?? ''
  return new ToldProblem(isProblemCode(code) ? code : 'chat_error', { detail: textAt(error, 'detail') || sentence, sentence, traceId })
}
