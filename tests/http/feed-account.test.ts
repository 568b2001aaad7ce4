import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Order } from '#contract/order.ts'
import { systemClock } from '#core/clock.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
beforeAll(async () => {
  studio = await openStudio({
    clock: { ...systemClock, advance: () => undefined },
    environment: { RATE_LIMITS: 'off' }
  })
  ;[ada, eve] = [await person(studio), await person(studio)]
})
afterAll(() => studio.close())
afterEach(() => void vi.useRealTimers())

const post = <T>(who: TestPerson, path: string, body: object): Promise<T> =>
  json<T>(studio.call(`/api/v1/${path}`, { json: body, token: who.token.access_token }))

/** Reads the events of an account from now on. */
async function watch(who: TestPerson) {
  const answer = await studio.call('/events', { token: who.token.access_token })
  const events = eventsIn(answer)
  const next = async (type: string): Promise<unknown> => {
    for (let step = await events.next(); !step.done; step = await events.next())
      if (step.value.type === type) return step.value.of
    throw new Error('the feed has ended')
  }
  return { next, leave: () => events.return(undefined) }
}

async function* eventsIn({ body }: Response): AsyncGenerator<{ type: string; of?: string[] }> {
  let rest = ''
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines)
      if (line.startsWith('data: ')) yield JSON.parse(line.slice(6)) as { type: string }
  }
}

/** Lets every feed look for changes now, instead of at the end of its interval. */
const lookNow = (): void => void vi.advanceTimersByTime(2000)

test('the feed reports changed orders and keys to their owner and to nobody else', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const [own, other] = await Promise.all([watch(ada), watch(eve)])
  await Promise.all([own.next('ready'), other.next('ready')])
  const application_id = ada.application.id
  const made = own.next('changed')
  const order = await post<Order>(ada, 'orders', {
    application_id,
    package_id: ada.application.packages?.[0]?.id
  })
  lookNow()
  expect(await made).toEqual(['orders'])
  const key = own.next('changed')
  await post(ada, 'credentials', { application_id, name: 'new' })
  lookNow()
  expect(await key).toEqual(['credentials'])
  const taken = own.next('changed')
  await studio.call(`/api/v1/orders/${order.id}`, {
    method: 'DELETE',
    token: ada.token.access_token
  })
  lookNow()
  expect(await taken).toEqual(['orders'])
  // An event about another user's order or key would arrive before the one about her own key.
  const theirs = other.next('changed')
  await post(eve, 'credentials', { application_id: eve.application.id, name: 'new' })
  lookNow()
  expect(await theirs).toEqual(['credentials'])
  await Promise.all([own.leave(), other.leave()])
})
