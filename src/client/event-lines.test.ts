import { describe, expect, test } from 'vitest'
import { BrokenStream, readEventStream, type StreamEvent } from '#client/event-lines.ts'

const WORDS = ['plain ', 'größer ', '你好 ', 'مرحبا ', '👩‍👩‍👧 ', '\n "quoted" ', 'id: 4 ', '']
const EVENTS = Array.from({ length: 300 }, (_, index) => ({
  id: `s.r:${index + 1}`,
  data: JSON.stringify({ text: WORDS[index % WORDS.length] })
}))

const linesOf = (events: readonly { id: string; data: string }[]): string =>
  events.map(({ id, data }) => `id: ${id}\ndata: ${data}\n\n`).join('')
const BYTES = new TextEncoder().encode(linesOf(EVENTS))

function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    }
  })
}

const textBody = (text: string): ReadableStream<Uint8Array> =>
  bodyOf([new TextEncoder().encode(text)])

async function collect(
  body: ReadableStream<Uint8Array>,
  silence = 1000
): Promise<{ events: StreamEvent[]; problem: unknown }> {
  const events: StreamEvent[] = []
  try {
    for await (const event of readEventStream(body, silence)) events.push(event)
    return { events, problem: null }
  } catch (problem) {
    return { events, problem }
  }
}

describe('the reader finds the same 300 events', () => {
  test.each([1, 2, 3, 5, 7, 16, 61, 1000, BYTES.length])('in chunks of %i bytes', async size => {
    const chunks = Array.from({ length: Math.ceil(BYTES.length / size) }, (_, index) =>
      BYTES.slice(index * size, (index + 1) * size)
    )
    expect((await collect(bodyOf(chunks))).events).toEqual(EVENTS)
  })

  test('with CRLF line ends', async () => {
    expect((await collect(textBody(linesOf(EVENTS).replaceAll('\n', '\r\n')))).events).toEqual(
      EVENTS
    )
  })
})

test('drops an event that is cut off and keeps those before it', async () => {
  const bytes = new TextEncoder().encode(linesOf(EVENTS.slice(0, 3)))
  for (let cut = 0; cut < bytes.length; cut++) {
    const { events, problem } = await collect(bodyOf([bytes.slice(0, cut)]))
    expect(events).toEqual(
      EVENTS.slice(0, new TextDecoder().decode(bytes.slice(0, cut)).split('\n\n').length - 1)
    )
    expect(problem).toBeInstanceOf(BrokenStream)
  }
})

test('yields null for comments and skips other lines', async () => {
  const { events } = await collect(
    textBody(': \n\nevent: ping\nretry: 5\n\nid: a\ndata: {}\n\n: again\n')
  )
  expect(events).toEqual([null, { id: 'a', data: '{}' }, null])
})

test('a stream that fails or falls silent ends with BrokenStream and is closed', async () => {
  let canceled = false
  const silent = new ReadableStream<Uint8Array>({ cancel: () => void (canceled = true) })
  expect((await collect(silent, 5)).problem).toBeInstanceOf(BrokenStream)
  expect(canceled).toBe(true)
  const failing = new ReadableStream<Uint8Array>({
    pull: controller => controller.error(new TypeError('network'))
  })
  expect((await collect(failing)).problem).toBeInstanceOf(BrokenStream)
})
