import { describe, expect, test } from 'vitest'
import { BrokenStream, readFrames } from '#client/chat-stream.ts'
import { ToldProblem } from '#client/problem.ts'
import type { ChatFrame } from '#contract/conversation.ts'
import { Problem } from '#core/problem.ts'

const WORDS = ['plain ', 'größer ', '你好 ', 'مرحبا ', '👩‍👩‍👧 ', '\\n "quoted" ', 'data: [DONE] ', '']

const FRAMES = Array.from({ length: 300 }, (_, index) => ({
  id: 'c1',
  seq: index + 1,
  type: index === 0 ? 'start' : index === 299 ? 'done' : 'text_delta',
  delta_answer: WORDS[index % WORDS.length] ?? ''
}))
const ANSWER = FRAMES.map(frame => frame.delta_answer).join('')

const linesOf = (frames: readonly object[]): string => frames.map(frame => `data: ${JSON.stringify(frame)}\n\n`).join('')
const BYTES = new TextEncoder().encode(`${linesOf(FRAMES)}data: [DONE]\n\n`)

function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    }
  })
}

const textBody = (text: string): ReadableStream<Uint8Array> => bodyOf([new TextEncoder().encode(text)])

async function collect(body: ReadableStream<Uint8Array>, options = {}): Promise<ChatFrame[]> {
  const frames: ChatFrame[] = []
  for await (const frame of readFrames(body, options)) frames.push(frame)
  return frames
}

const answerOf = (frames: readonly ChatFrame[]): string => frames.map(frame => frame.delta_answer).join('')

describe('an answer of 300 frames is the same', () => {
  test.each([1, 2, 3, 5, 7, 16, 61, 1000, BYTES.length])('in pieces of %i bytes', async size => {
    const chunks = Array.from({ length: Math.ceil(BYTES.length / size) }, (_, index) => BYTES.slice(index * size, (index + 1) * size))
    const frames = await collect(bodyOf(chunks))
    expect(frames).toHaveLength(300)
    expect(answerOf(frames)).toBe(ANSWER)
  })

  test('cut once at every byte of its first frames, in words, characters, lines and marks', async () => {
    const start = new TextEncoder().encode(`${linesOf(FRAMES.slice(0, 9))}data: [DONE]\n\n`)
    const expected = answerOf(await collect(bodyOf([start])))
    for (let cut = 1; cut < start.length; cut++) {
      expect(answerOf(await collect(bodyOf([start.slice(0, cut), start.slice(cut)])))).toBe(expected)
    }
  })

  test('with the line ends of another system', async () => {
    const text = new TextDecoder().decode(BYTES).replaceAll('\n', '\r\n')
    expect(answerOf(await collect(textBody(text)))).toBe(ANSWER)
  })

  test('when nothing follows its last mark', async () => {
    expect(answerOf(await collect(textBody(`${linesOf(FRAMES)}data: [DONE]`)))).toBe(ANSWER)
  })
})

test('lines that are no frames are skipped', async () => {
  const noise = ': \n\nevent: ping\nid: 4\ndata: {"id":\ndata: null\ndata: [1]\ndata: "text"\nretry: 5\n'
  const frames = await collect(
    textBody(`${noise}data: {"id":"c1","delta_answer":"a"}\n${noise}data:{"delta_answer":"b","seq":"2"}\n\ndata: [DONE]\n`)
  )
  expect(frames).toEqual([
    { id: 'c1', seq: 0, type: 'text_delta', delta_answer: 'a' },
    { id: '', seq: 0, type: 'text_delta', delta_answer: 'b' }
  ])
})

describe('a stream that does not end well', () => {
  const rejection = (body: ReadableStream<Uint8Array>, options = {}): Promise<unknown> =>
    collect(body, options).catch((thrown: unknown) => thrown)

  test('is broken when the body ends before its mark', async () => {
    const problem = await rejection(textBody(linesOf(FRAMES.slice(0, 5))))
    expect(problem).toBeInstanceOf(BrokenStream)
    expect(problem).toMatchObject({ code: 'chat_error' })
  })

  test('is broken when the connection fails', async () => {
    const body = new ReadableStream<Uint8Array>({ pull: controller => controller.error(new TypeError('network')) })
    expect(await rejection(body)).toBeInstanceOf(BrokenStream)
  })

  test('is broken when it falls silent, and lets the connection go', async () => {
    let canceled = false
    const body = new ReadableStream<Uint8Array>({ cancel: () => void (canceled = true) })
    expect(await rejection(body, { silence: 5 })).toBeInstanceOf(BrokenStream)
    expect(canceled).toBe(true)
  })

  test('throws the failure that it names, with its sentence and the id of the call', async () => {
    const error = {
      id: 'c1',
      seq: 2,
      type: 'error',
      delta_answer: '',
      error: { code: 'used_up', message: 'Nothing left.', detail: 'no funds' }
    }
    const problem = await rejection(textBody(linesOf([FRAMES[0] ?? {}, error])), { traceId: 't1' })
    expect(problem).toBeInstanceOf(ToldProblem)
    expect(problem).not.toBeInstanceOf(BrokenStream)
    expect(problem).toMatchObject({ code: 'used_up', sentence: 'Nothing left.', detail: 'no funds', traceId: 't1' })
  })

  test('names a failure that is not known here as one of the chat', async () => {
    const problem = await rejection(textBody(linesOf([{ type: 'error', error: { code: 'novel', message: 'New.' } }])))
    expect(problem).toBeInstanceOf(Problem)
    expect(problem).toMatchObject({ code: 'chat_error', detail: 'New.' })
  })
})
