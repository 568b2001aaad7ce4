import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FLUX, HUB, plan, refusal, task } from '../../tests/support/hub-fakes.ts'
import type { HubInfo } from '#client/hub.ts'
import { CHAT } from '#core/chat.ts'
import { currencyOf, CURRENCIES } from '#core/currency.ts'
import { $applications, loadApplications } from '#stores/applications.ts'
import { $conversations, openConversations, rememberConversation } from '#stores/conversations.ts'
import { ensureCredential, selectApplication } from '#stores/credential.ts'
import { $currency, $exchange, loadRate, settleCurrency } from '#stores/exchange.ts'
import { loadConversations } from '#stores/more-conversations.ts'
import { settleOwner } from '#stores/owner.ts'
import { KEYS, resetAll } from '#stores/persisted.ts'
import { resetService } from '#stores/reset-service.ts'
import { $selection } from '#stores/selection.ts'
import { $services, loadService } from '#stores/service.ts'
import { $tasks, activateTask, loadOlderTasks, loadTasks } from '#stores/tasks.ts'
import { $token } from '#stores/token.ts'

/** Calls that wait for an answer, and who is signed in as far as the servers know. */
let waiting: { path: string; settle: (response: Response) => void }[]
let signedIn: boolean

beforeEach(() => {
  vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname: path } = new URL(url, HUB.origin)
    if (path === '/auth/session') return Promise.resolve(session())
    return new Promise<Response>(settle => waiting.push({ path, settle }))
  })
})
afterEach(resetAll)

function session(): Response {
  return signedIn ? Response.json({ access_token: 'access', expires_in: 3600, user: { id: 'u1' } }) : refusal('invalid_token')
}

const SERVICES = [{ ...CHAT, path: 'aichat' }, FLUX]
const ids = fc.constantFrom('a', 'b', 'c', 'd')
const services = fc.constantFrom(...SERVICES)
const amounts = fc.constantFrom(-1, 0, 5)
const plans = fc.uniqueArray(
  fc.record({
    id: ids,
    remaining_amount: amounts,
    scope: fc.constantFrom('Global', 'Individual'),
    type: fc.constantFrom('Usage', 'Period')
  }),
  { selector: each => each.id, maxLength: 4 }
)
/** Servers may well tell the same one twice. */
const things = fc.array(fc.record({ id: ids, created_at: fc.integer({ min: 1, max: 5 }) }), { maxLength: 5 })

/** What a server may answer to any call; the call decides which part is read. */
const answers = fc.oneof(
  { weight: 4, arbitrary: fc.record({ plans, things, count: fc.nat(9), rate: fc.constantFrom(0, -1, 0.9, 7) }) },
  { weight: 1, arbitrary: fc.constantFrom('invalid_token', 'busy', 'duplication', 'not_found') }
)
type Answer = typeof answers extends fc.Arbitrary<infer T> ? T : never

function respond(path: string, answer: Answer): Response {
  if (typeof answer === 'string') return refusal(answer as 'busy')
  const { count, rate } = answer
  if (path.endsWith('/applications/'))
    return Response.json({ items: answer.plans.map(each => plan(each.id, each as object)), ...plan('a') })
  if (path.endsWith('/credentials/')) return Response.json({ token: 'pm_secret' })
  if (path.endsWith('/exchange-rate')) return Response.json({ rate })
  if (path.endsWith('/tasks')) return Response.json({ items: answer.things.map(each => task(each.id, each.created_at)), count })
  if (path.endsWith('/conversations')) return Response.json({ items: answer.things.map(conversation), count })
  return Response.json({ id: path.split('/').at(-1), title: 'T' })
}

const conversation = ({ id, created_at }: { id: string; created_at: number }) => ({
  id,
  model: 'm',
  title: id,
  created_at,
  updated_at: created_at
})
const signedOut: HubInfo = { ...HUB, user: null }

/** What a person, a page or a server may do next. What has to wait for an answer goes on beside it; that it may fail is known. */
type Act = () => void | Promise<void>
const asks =
  (call: () => Promise<unknown>): Act =>
  () =>
    void call().catch(() => undefined)
const does =
  (change: () => unknown): Act =>
  () =>
    void change()

const actions: fc.Arbitrary<Act> = fc.oneof(
  services.map(service => asks(() => ensureCredential(HUB, service))),
  fc.tuple(services, ids).map(([service, id]) => asks(() => selectApplication(HUB, service, id))),
  services.map(service => asks(() => loadService(HUB, service))),
  services.map(service => asks(() => loadTasks(HUB, service))),
  services.map(service => asks(() => loadOlderTasks(HUB, service))),
  fc.tuple(services, fc.option(ids)).map(([{ id }, one]) => does(() => activateTask(id, one))),
  services.map(({ id }) => does(() => resetService(id))),
  fc.constant(asks(() => loadApplications(HUB))),
  things.map(all => does(() => openConversations(all.map(conversation)))),
  fc.tuple(ids, fc.nat(5)).map(([id, created_at]) => does(() => rememberConversation(conversation({ id, created_at })))),
  fc.boolean().map(guest => asks(() => loadConversations(guest ? signedOut : HUB, 'chatgpt'))),
  fc.constantFrom('en', 'de', 'ja', 'xx').map(locale => does(() => settleCurrency(locale))),
  fc.tuple(fc.constantFrom(...CURRENCIES), fc.constantFrom(...CURRENCIES)).map(([from, to]) => asks(() => loadRate(HUB, from, to))),
  fc.constant(() => {
    signedIn = true
    settleOwner(HUB)
  }),
  answers.map(answer => () => signOut(answer)),
  { weight: 6, arbitrary: fc.array(answers, { minLength: 4, maxLength: 4 }).map(each => () => answerAll(each)) },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(20), answers).map(
      ([index, answer]) =>
        () =>
          answerOne(index, answer)
    )
  }
)

function answerOne(index: number, answer: Answer): void {
  const [asked] = waiting.splice(index % Math.max(waiting.length, 1), 1)
  asked?.settle(respond(asked.path, answer))
}

/** Answers all that is asked, and what is asked because of that, as long as there are answers. */
async function answerAll(each: readonly Answer[]): Promise<void> {
  for (const answer of each) {
    while (waiting.length > 0) {
      const [asked] = waiting.splice(0, 1)
      asked?.settle(respond(asked.path, answer))
    }
    await settled()
  }
}

/** What comes after it, though it was asked before, is nobody's. */
async function signOut(answer: Answer): Promise<void> {
  signedIn = false
  resetAll()
  expectNothing()
  await answerAll([answer, answer, answer])
  expectNothing()
}

/** Everything that does not wait for a server has happened. */
function settled(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0))
}

const unique = (all: readonly { id: string }[]): boolean => new Set(all.map(({ id }) => id)).size === all.length

/** A server's answer has a value exactly when it came, and a problem exactly when it failed. */
function expectRemote(remote: object): void {
  const [status, ...rest] = Object.keys(remote)
  const shape: Record<string, string[]> = { none: [], request: [], success: ['value'], error: ['problem'] }
  expect([status, ...rest]).toEqual(['status', ...(shape[Reflect.get(remote, 'status')] ?? ['unknown'])])
}

function expectPossible(): void {
  const applications = $applications.get()
  const list = $conversations.get()?.items ?? []
  expectRemote(applications)
  for (const service of Object.values($services.get())) expectRemote(service)
  for (const { list: tasks, last } of Object.values($tasks.get())) {
    expectRemote(last)
    expect(unique(tasks.items)).toBe(true)
    expect(tasks.items.map(each => each.created_at)).toEqual(tasks.items.map(each => each.created_at).toSorted((a, b) => a - b))
    expect(tasks.total).toBeGreaterThanOrEqual(tasks.items.length)
    if (tasks.active !== null) expect(tasks.items.map(({ id }) => id)).toContain(tasks.active)
  }
  const chosen = Object.values($selection.get())
  if (applications.status === 'success') {
    for (const { application } of chosen) expect(applications.value.map(({ id }) => id)).toContain(application)
  }
  if (applications.status === 'error') expect(chosen).toEqual([])
  expect(unique(list)).toBe(true)
  for (const [key, { rate }] of Object.entries($exchange.get())) {
    const [source, target] = key.split('-')
    expect(source).not.toBe(target)
    expect(rate).toBeGreaterThan(0)
  }
  expect(CURRENCIES).toContain($currency.get())
  if (!signedIn) expect([$token.get(), chosen]).toEqual([null, []])
}

function expectNothing(): void {
  expect(KEYS.filter(key => localStorage.getItem(`polymuse:${key}`) !== null)).toEqual([])
  expect([$applications.get(), $services.get(), $tasks.get(), $selection.get(), $conversations.get()]).toEqual([
    { status: 'none' },
    {},
    {},
    {},
    null
  ])
  expect([$token.get(), $exchange.get(), $currency.get()]).toEqual([null, {}, currencyOf('en')])
}

test('whatever is done, answered and refused, in any order, nothing impossible is kept or shown', async () => {
  const run = fc.assert(
    fc.asyncProperty(fc.array(actions, { minLength: 5, maxLength: 40 }), async acts => {
      waiting = []
      signedIn = true
      resetAll()
      for (const act of acts) {
        await act()
        await settled()
        expectPossible()
      }
      while (waiting.length > 0) {
        answerOne(0, 'busy')
        await settled()
        expectPossible()
      }
    }),
    { numRuns: 150, endOnFailure: false }
  )
  await expect(run).resolves.toBeUndefined()
}, 60_000)
