import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '#core/problem.ts'
import { createFeed, type Feed } from '#stores/feed.ts'
import type { Follower } from '#stores/feed-follower.ts'
import { createBrowser, createServer } from '../../tests/support/feed-fakes.ts'

const open: Feed[] = []

function createTab(
  { connect }: Pick<ReturnType<typeof createServer>, 'connect'>,
  browser: ReturnType<typeof createBrowser> | null
): Feed {
  const feed = createFeed({ connect, shared: browser?.shared ?? null, visible: () => true })
  open.push(feed)
  return feed
}

async function read(follower: Follower): Promise<number[]> {
  const seqs: number[] = []
  for await (const { seq } of follower.events()) seqs.push(seq)
  return seqs
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)
const soon = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 60))

afterEach(() => {
  vi.useRealTimers()
  for (const feed of open.splice(0)) feed.stop()
})

test('one tab reads for all tabs, and each tab delivers the whole run once', async () => {
  const [server, browser] = [createServer(), createBrowser()]
  const tabs = [1, 2, 3].map(() => createTab(server, browser))
  const heard = tabs.map(tab => {
    const seqs: number[] = []
    tab.listen(({ seq }) => seqs.push(seq))
    return seqs
  })
  const reading = tabs.map(tab => read(tab.expect('r1')))
  await soon()
  for (let seq = 1; seq < 9; seq++) server.say('r1')
  server.say('r1', 'done')
  expect(await Promise.all(reading)).toEqual([upTo(9), upTo(9), upTo(9)])
  expect(heard).toEqual([upTo(9), upTo(9), upTo(9)])
  expect(server.connections).toHaveLength(1)
})

test('a tab that opens late gets earlier events, and no other tab delivers them twice', async () => {
  const [server, browser] = [createServer(), createBrowser()]
  const first = createTab(server, browser)
  const heard: number[] = []
  first.listen(({ seq }) => heard.push(seq))
  const reading = read(first.expect('r1'))
  for (let seq = 1; seq < 5; seq++) server.say('r1')
  await soon()
  const late = createTab(server, browser).follow('r1', 0)
  const lateReading = read(late)
  await soon()
  for (let seq = 5; seq < 9; seq++) server.say('r1')
  server.say('r1', 'done')
  expect(await Promise.all([reading, lateReading])).toEqual([upTo(9), upTo(9)])
  expect(heard).toEqual(upTo(9))
  expect(server.connections).toEqual(['.r1:0', 's.r1:0'])
})

test('another tab resumes at the same cursor when the leader stops', async () => {
  const [server, browser] = [createServer(), createBrowser()]
  const [leader, next, last] = [
    createTab(server, browser),
    createTab(server, browser),
    createTab(server, browser)
  ]
  server.say('r1')
  leader.start()
  const reading = [read(next.expect('r1')), read(last.expect('r1'))]
  await soon()
  for (let seq = 2; seq < 5; seq++) server.say('r1')
  await soon()
  leader.stop()
  for (let seq = 5; seq < 9; seq++) server.say('r1')
  await soon()
  next.stop()
  server.say('r1', 'done')
  expect(await reading[1]).toEqual(upTo(9))
  expect(server.connections).toEqual(['', 's.r1:4', 's.r1:8'])
  // A stopped tab continues once its page is shown again.
  next.start()
  last.stop()
  expect(await reading[0]).toEqual(upTo(9))
})

test('a tab delivers duplicated and reordered messages once and in order', async () => {
  const [server, browser] = [createServer(), createBrowser()]
  createTab(server, browser).start()
  const held: (() => void)[] = []
  browser.through(deliver => {
    held.push(deliver)
    if (held.length < 4) return
    for (const each of [...held.toReversed(), ...held]) each()
    held.length = 0
  })
  const reading = read(createTab(server, browser).expect('r1'))
  await soon()
  for (let seq = 1; seq < 20; seq++) server.say('r1')
  await soon()
  browser.through(deliver => deliver())
  held.forEach(deliver => deliver())
  server.say('r1', 'done')
  expect(await reading).toEqual(upTo(20))
})

test('a tab requests an event again if the leader’s message with it was lost', async () => {
  const [server, browser] = [createServer(), createBrowser()]
  createTab(server, browser).start()
  const reading = read(createTab(server, browser).expect('r1'))
  await soon()
  server.say('r1')
  await soon()
  browser.through(() => undefined)
  server.say('r1')
  await soon()
  browser.through(deliver => deliver())
  server.say('r1')
  server.say('r1', 'done')
  expect(await reading).toEqual(upTo(4))
  expect(server.connections.at(-1)).toContain('r1:1')
})

test('no event is missed if the run becomes known only after its first events', async () => {
  const [server, browser] = [createServer(), createBrowser()]
  const tab = createTab(server, browser)
  tab.start()
  await soon()
  const follower = tab.expect(null)
  server.say('other')
  server.say('r1')
  server.say('r1')
  await soon()
  tab.bind(follower, 'r1')
  const reading = read(follower)
  server.say('r1', 'done')
  expect(await reading).toEqual(upTo(3))
  expect(server.connections).toHaveLength(1)
  const again = tab.expect(null)
  tab.bind(again, 'r1')
  expect(await read(again)).toEqual(upTo(3))
})

test('a visible tab replaces a leader that still holds the lock but sends nothing', async () => {
  vi.useFakeTimers()
  const [server, browser] = [createServer(), createBrowser()]
  createTab(server, browser).start()
  const other = createTab(server, browser)
  other.start()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(server.connections).toHaveLength(1)
  browser.through(() => undefined)
  await vi.advanceTimersByTimeAsync(65_000)
  expect(server.connections).toHaveLength(2)
})

test('without locks and channels, each tab reads the feed itself', async () => {
  const server = createServer()
  const tabs = [createTab(server, null), createTab(server, null)]
  const reading = tabs.map(tab => read(tab.follow('r1', 0)))
  await soon()
  server.say('r1')
  server.say('r1', 'done')
  expect(await Promise.all(reading)).toEqual([upTo(2), upTo(2)])
  expect(server.connections).toEqual(['.r1:0', '.r1:0'])
})

test('a refused token fails the followers, other failures are retried', async () => {
  const server = createServer()
  const answers = [
    new Problem('invalid_token'),
    new Problem('unknown', { detail: 'offline' }),
    new Problem('bad_request')
  ]
  const connect = async (
    cursor: string,
    signal: AbortSignal
  ): ReturnType<typeof server.connect> => {
    const problem = answers.shift()
    if (problem !== undefined) throw problem
    return server.connect(cursor, signal)
  }
  const tab = createTab({ connect }, null)
  await expect(read(tab.follow('r1', 0))).rejects.toMatchObject({ code: 'invalid_token' })
  server.say('r1')
  server.say('r1', 'done')
  vi.spyOn(Math, 'random').mockReturnValue(0)
  expect(await read(tab.follow('r1', 0))).toEqual(upTo(2))
})
