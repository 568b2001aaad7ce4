import { fc } from '../../tests/support/property.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FLUX, HUB } from '../../tests/support/hub-fakes.ts'
import {
  answers,
  conversation,
  createSlowServers,
  settled,
  things,
  type Answer
} from '../../tests/support/slow-servers.ts'
import { bindHub } from '#client/page-hub.ts'
import type { HubInfo } from '#client/hub.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { plansFor } from '#core/choose-application.ts'
import { $applications, loadApplications } from '#stores/applications.ts'
import { retryQuestion } from '#stores/again.ts'
import { sendQuestion, stopOpenAnswer } from '#stores/asking.ts'
import { discardConversation, renameConversation } from '#stores/conversation-changes.ts'
import { $conversations, openConversations, rememberConversation } from '#stores/conversations.ts'
import { ensureCredential, selectApplication } from '#stores/credential.ts'
import { $drafts, saveDraft } from '#stores/drafts.ts'
import { $chosenModels, chooseModel } from '#stores/models.ts'
import { loadConversations } from '#stores/more-conversations.ts'
import { settleOwner } from '#stores/owner.ts'
import { STORAGE_KEYS, resetAll } from '#stores/persisted.ts'
import { $selection, setSelection } from '#stores/selection.ts'
import { $thread, openThread } from '#stores/thread.ts'
import { $token, saveToken } from '#stores/token.ts'
import { FULL_DOSE } from '../../tests/support/dose.ts'

const servers = createSlowServers()

/**
 * Facts by which the stores are checked: by service, the plan that was chosen last and the list
 * that contained it; and the deleted conversations.
 */
let chosen: Map<string, { id: string; order: number; list: unknown }>
let deleted: Set<string>
let order = 0

beforeEach(() => {
  vi.spyOn(location, 'assign').mockImplementation(() => undefined)
})
afterEach(resetAll)

/**
 * Starts a run of the test.
 * @param known true if the user has been here before and has a credential
 */
function begin(known: boolean): void {
  servers.begin()
  bindHub(HUB)
  forgetAll()
  if (!known) return
  settleOwner(HUB)
  saveToken({ access_token: 'access', expires_in: 3600 })
  for (const service of SERVICES)
    setSelection(service, { application: 'a', credential: 'pm_old', host: HUB.origin })
}

function forgetAll(): void {
  resetAll()
  chosen = new Map()
  deleted = new Set()
}

const SERVICES = [{ ...CHAT_SERVICE, path: 'aichat' }, FLUX]
type Listed = (typeof SERVICES)[number]
const ids = fc.constantFrom('a', 'b', 'c', 'd')
const services = fc.constantFrom(...SERVICES)
const signedOut: HubInfo = { ...HUB, user: null }

/**
 * An action of a user, a page or a server. Actions that wait for a response run concurrently and
 * may fail.
 */
type Act = () => void | Promise<void>
const asks =
  (call: () => Promise<unknown>): Act =>
  () =>
    void call().catch(() => undefined)
const does =
  (change: () => unknown): Act =>
  () =>
    void change()

/** Chooses a plan, and expects it to stay chosen until there is another choice or another list. */
async function choose(service: Listed, id: string): Promise<void> {
  const [mine, before] = [++order, chosen]
  // The list of plans from which the choice was made. Another list may arrive right afterwards.
  let list: unknown = null
  const forgetList = $selection.listen(all => {
    if (all[service.id]?.application === id) list = $applications.get()
  })
  await selectApplication(service, id).finally(forgetList)
  if (before === chosen && mine > (chosen.get(service.id)?.order ?? 0))
    chosen.set(service.id, { id, order: mine, list })
}

async function remove(id: string): Promise<void> {
  const before = deleted
  if ((await discardConversation(id)) === null && before === deleted) deleted.add(id)
}

const chat: fc.Arbitrary<Act> = fc.oneof(
  fc
    .constantFrom('Why?', 'How?')
    .map(question => asks(() => sendQuestion({ group: 'chatgpt', question, model: 'm' }))),
  fc.constant(asks(() => stopOpenAnswer())),
  fc.constant(asks(() => retryQuestion('chatgpt', 'm'))),
  fc
    .option(ids)
    .map(id => does(() => openThread(id === null ? null : conversation({ id, created_at: 1 })))),
  fc
    .tuple(ids, fc.constantFrom('', 'half a thought'))
    .map(([id, text]) => does(() => saveDraft(id, text))),
  fc.constantFrom('m', 'n').map(model => does(() => chooseModel('chatgpt', model))),
  ids.map(id => asks(() => renameConversation(id, 'Better'))),
  ids.map(id => asks(() => remove(id))),
  things.map(all => does(() => openConversations(all.map(conversation)))),
  fc
    .tuple(ids, fc.nat(5))
    .map(([id, created_at]) => does(() => rememberConversation(conversation({ id, created_at })))),
  fc.boolean().map(guest =>
    asks(() => {
      bindHub(guest ? signedOut : HUB)
      return loadConversations('chatgpt').finally(() => bindHub(HUB))
    })
  )
)

const hub: fc.Arbitrary<Act> = fc.oneof(
  services.map(service => asks(() => ensureCredential(service))),
  fc.tuple(services, ids).map(([service, id]) => asks(() => choose(service, id))),
  fc.constant(asks(() => loadApplications())),
  fc.constant(() => {
    servers.signedIn = true
    settleOwner(HUB)
  }),
  answers.map(answer => () => signOut(answer))
)

const server: fc.Arbitrary<Act> = fc.oneof(
  fc.array(answers, { minLength: 4, maxLength: 4 }).map(each => () => servers.answerAll(each)),
  fc.tuple(fc.nat(20), answers).map(
    ([index, answer]) =>
      () =>
        servers.answerOne(index, answer)
  )
)

/** Signs out, and expects that responses to earlier requests leave no data. */
async function signOut(answer: Answer): Promise<void> {
  servers.signedIn = false
  forgetAll()
  expectNothing()
  await servers.answerAll([answer, answer, answer])
  expectNothing()
}

const unique = (all: readonly { id: string }[]): boolean =>
  new Set(all.map(({ id }) => id)).size === all.length

/** Checks that a remote value has a value only on success and a problem only on failure. */
function expectRemote(remote: object): void {
  const [status, ...rest] = Object.keys(remote)
  const shape: Record<string, string[]> = {
    none: [],
    request: [],
    success: ['value'],
    error: ['problem']
  }
  expect([status, ...rest]).toEqual([
    'status',
    ...(shape[Reflect.get(remote, 'status')] ?? ['unknown'])
  ])
}

function expectPossible(): void {
  const applications = $applications.get()
  const list = $conversations.get()?.items ?? []
  expectRemote(applications)
  const selected = Object.values($selection.get())
  if (applications.status === 'success') {
    for (const { application, serviceId } of selected) {
      expect(plansFor(applications.value, serviceId).map(({ id }) => id)).toContain(application)
    }
  }
  if (applications.status === 'error') expect(selected).toEqual([])
  expect(unique(list)).toBe(true)
  if (!servers.signedIn) expect([$token.get(), selected]).toEqual([null, []])
  for (const [service, { id, list: from }] of chosen)
    if (from === applications) expect($selection.get()[service]?.application).toBe(id)
  expect(list.filter(({ id }) => deleted.has(id))).toEqual([])
  expectPossibleThread()
}

/** Checks that only the last answer is unfinished, and only while the page is busy with it. */
function expectPossibleThread(): void {
  const { phase, turns } = $thread.get() ?? { phase: 'idle', turns: [] }
  const open = turns
    .map(({ state }, index) => ({ state, index }))
    .filter(({ state }) => state === 'pending' || state === 'answering')
  expect(open.every(({ index }) => index === turns.length - 1)).toBe(true)
  if (phase === 'idle') expect(open).toEqual([])
}

function expectNothing(): void {
  expect(STORAGE_KEYS.filter(key => localStorage.getItem(`polymuse:${key}`) !== null)).toEqual([])
  expect([$applications.get(), $selection.get(), $conversations.get(), $token.get()]).toEqual([
    { status: 'none' },
    {},
    null,
    null
  ])
  expect([$thread.get(), $drafts.get(), $chosenModels.get()]).toEqual([null, {}, {}])
}

test('no order of actions, responses and refusals leads to an impossible state', async () => {
  const run = fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.oneof(chat, hub, server), { minLength: 5, maxLength: 40 }),
      async (known, acts) => {
        begin(known)
        for (const act of acts) {
          await act()
          await settled()
          expectPossible()
        }
        while (servers.waiting.length > 0) {
          servers.answerOne(0, 'busy')
          await settled()
          expectPossible()
        }
      }
    ),
    { numRuns: FULL_DOSE ? 150 : 40, endOnFailure: false }
  )
  await expect(run).resolves.toBeUndefined()
}, 60_000)
