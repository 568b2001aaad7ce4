import { Problem } from '#core/problem.ts'

/** The stream ended, failed or fell silent: what it told of may well go on at the server, and can be read on. */
export class BrokenStream extends Problem {
  constructor(detail: string, cause?: unknown) {
    super('chat_error', { detail, cause })
  }
}

/** One event of a stream, with the id from which a reader goes on; null for a comment, which says that the line lives. */
export type LineEvent = { id: string; data: string } | null

/**
 * The whole events of a server-sent stream; what a cut leaves of one is not told.
 * @param silence milliseconds without a byte after which the stream counts as broken
 * @throws BrokenStream in any case: such a stream has no end of its own
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, silence: number): AsyncGenerator<LineEvent, never> {
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

/** Whole lines only, without their ends. */
async function* readLines(body: ReadableStream<Uint8Array>, silence: number): AsyncGenerator<string> {
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
    // Nobody waits for it: the connection may be gone already.
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
