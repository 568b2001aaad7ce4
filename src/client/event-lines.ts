import { Problem } from '#core/problem.ts'

/**
 * The stream ended, failed or fell silent. The run may continue on the server, and the client can
 * resume the stream.
 */
export class BrokenStream extends Problem {
  constructor(detail: string, cause?: unknown) {
    super('chat_error', { detail, cause })
  }
}

/**
 * One event of a stream, with the id from which a reader resumes. Null for a comment, which shows
 * that the connection is alive.
 */
export type StreamEvent = { id: string; data: string } | null

/**
 * Reads the events of a server-sent event stream. An incomplete event at the end is dropped.
 * @param silence milliseconds without a byte after which the stream counts as broken
 * @throws BrokenStream always, because such a stream has no regular end
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  silence: number
): AsyncGenerator<StreamEvent, never> {
  let [id, data] = ['', '']
  for await (const line of readLines(body, silence)) {
    if (line.startsWith(':')) yield null
    else if (line.startsWith('id:')) id = line.slice(3).trim()
    else if (line.startsWith('data:')) data += line.slice(5).trim()
    else if (line === '' && data !== '') {
      yield { id, data }
      data = ''
    }
  }
  throw new BrokenStream('the stream broke off')
}

/** Yields complete lines without their line ends. */
async function* readLines(
  body: ReadableStream<Uint8Array>,
  silence: number
): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silence)
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
    }
  } finally {
    // Do not wait for this: the connection may be gone already.
    reader.cancel().catch(() => undefined)
  }
}

async function within<T>(read: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BrokenStream('the stream fell silent')), milliseconds)
  })
  try {
    return await Promise.race([read, silent])
  } catch (thrown) {
    throw thrown instanceof Problem ? thrown : new BrokenStream('the connection was lost', thrown)
  } finally {
    clearTimeout(timer)
  }
}
