import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { systemClock } from '#core/clock.ts'
import { mountParts, type Studio } from '#servers/studio.ts'
import { seeded } from '../support/seeded.ts'
import {
  BASE,
  json,
  LOCAL,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
/** A second instance of the servers on the same database, like another process. */
let other: Studio
let ada: TestPerson

beforeAll(async () => {
  studio = await openStudio({ clock: { ...systemClock, advance: () => undefined } })
  const { close: _, ...context } = studio.context
  other = await mountParts(context, { site: false })
  ada = await person(studio)
})
afterAll(async () => {
  for (const part of Object.values(other.parts)) await part.stop()
  await studio.close()
})

type Frame = { seq: number; delta_answer: string; type: string }

async function startAnswer(question: string): Promise<string> {
  const answer = await studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question },
    token: ada.credential.token
  })
  const reader = answer.body?.getReader()
  const [, id = ''] =
    /"id":"([^"]+)"/.exec(new TextDecoder().decode((await reader?.read())?.value)) ?? []
  await reader?.cancel()
  return id
}

function follow(
  process: Pick<Studio, 'fetch'>,
  id: string,
  after: number,
  signal?: AbortSignal
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${ada.credential.token}`,
    'last-event-id': String(after)
  }
  return process.fetch(
    new Request(`${BASE}/aichat/conversations/${id}/events`, {
      headers,
      ...(signal && { signal })
    }),
    LOCAL
  )
}

/** Reads whole frames until `enough` returns true, then disconnects, possibly within a frame. */
async function readUntil(
  response: Response,
  enough: (frames: Frame[], bytes: number) => boolean
): Promise<{ frames: Frame[]; ended: boolean }> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const frames = (): Frame[] =>
    text
      .split('\n\n')
      .slice(0, -1)
      .flatMap(block => block.split('\n').filter(line => line.startsWith('data: {')))
      .map(line => JSON.parse(line.slice(6)) as Frame)
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return { frames: frames(), ended: true }
    bytes += value.byteLength
    text += decoder.decode(value, { stream: true })
    if (enough(frames(), bytes)) {
      await reader?.cancel()
      return { frames: frames(), ended: false }
    }
  }
}

const readConversation = (id: string): Promise<Conversation> =>
  json(
    studio.call('/aichat/conversations', {
      json: { action: 'retrieve', id },
      token: ada.credential.token
    })
  )

async function readAcrossProcesses(id: string, random: () => number): Promise<Frame[]> {
  const seen: Frame[] = []
  for (let cut = 0; ; cut++) {
    const process = cut % 2 === 0 ? studio : other
    const limit = Math.ceil(random() * 700)
    const { frames, ended } = await readUntil(
      await follow(process, id, seen.at(-1)?.seq ?? 0),
      (_, bytes) => bytes >= limit
    )
    seen.push(...frames)
    if (ended) return seen
  }
}

test('readers that reconnect at random bytes to two processes miss nothing and see nothing twice', async () => {
  const id = await startAnswer('Tell me of tides [sandbox:tokens=5600]')
  const readers = await Promise.all([1, 2, 3, 4].map(seed => readAcrossProcesses(id, seeded(seed))))
  const { messages = [] } = await readConversation(id)
  for (const frames of readers) {
    expect(frames.map(frame => frame.seq)).toEqual(frames.map((_, index) => index + 1))
    expect(frames.map(frame => frame.delta_answer).join('')).toBe(messages[1]?.content)
  }
  expect(readers[0]?.length).toBeGreaterThanOrEqual(300)
})

test('a finished answer can be resumed after each of its events, on both processes', async () => {
  const id = await startAnswer('Tell me of tides [sandbox:tokens=300]')
  const { frames: whole } = await readUntil(await follow(studio, id, 0), () => false)
  for (const process of [studio, other]) {
    for (let after = 0; after <= whole.length; after += process === studio ? 1 : 7) {
      const { frames, ended } = await readUntil(await follow(process, id, after), () => false)
      expect([ended, frames]).toEqual([true, whole.slice(after)])
    }
  }
})

test('the last event ends the stream, and a reader that has it gets an empty stream', async () => {
  const id = await startAnswer('short [sandbox:tokens=10]')
  const text = await (await follow(studio, id, 0)).text()
  expect(text).toMatch(/id: \d+\ndata: \{"type":"done".*\}\n\ndata: \[DONE\]\n\n$/)
  const last = Number(/id: (\d+)\ndata: \{"type":"done"/.exec(text)?.[1])
  expect(await (await follow(studio, id, last)).text()).toBe('')
})

test('a stalled reader delays neither the run nor other readers', async () => {
  const id = await startAnswer('long [sandbox:tokens=1500]')
  const stalled = await follow(studio, id, 0)
  const { frames } = await readUntil(await follow(studio, id, 0), () => false)
  expect(frames.at(-1)?.type).toBe('done')
  const late = await readUntil(stalled, () => false)
  expect(late.frames).toEqual(frames)
})

test('three hundred readers of one answer get all events and need little memory', async () => {
  const id = await startAnswer('many [sandbox:tokens=200]')
  const before = process.memoryUsage().heapUsed
  const texts = await Promise.all(
    Array.from(
      { length: 300 },
      async () => (await readUntil(await follow(studio, id, 0), () => false)).frames.length
    )
  )
  expect(new Set(texts).size).toBe(1)
  // Reading is limited by the number of events, not by time: a reader buffers a few hundred frames
  // at most.
  expect((process.memoryUsage().heapUsed - before) / 300).toBeLessThan(500_000)
})

test('a reader that disconnects does not disturb the next one', async () => {
  const id = await startAnswer('leave [sandbox:tokens=400]')
  const leaving = new AbortController()
  const reading = readUntil(await follow(studio, id, 0, leaving.signal), frames => {
    if (frames.length > 3) leaving.abort()
    return false
  })
  expect((await reading).ended).toBe(true)
  await readUntil(await follow(studio, id, 0), () => false)
})
