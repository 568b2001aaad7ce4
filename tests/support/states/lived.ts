import { request, type APIRequestContext, type BrowserContext } from 'playwright/test'
import type { Application } from '#contract/application.ts'
import type { Order } from '#contract/order.ts'
import { test as base, type World } from '../access-world.ts'
import { expect, newAddress, PASSWORD } from '../browser.ts'
import { join, platform } from '../buyer.ts'
import { withDatabase } from '../old-database.ts'
import type { startStudio } from '../process.ts'
import { authenticator } from '../totp.ts'
import { settle } from './settled.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>
type Id = { id: string }
/** A call of the chat API. */
type Talk = <T>(data: object) => Promise<T>

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** A world with a long history, a new user, and a user with two-step sign-in. */
export type Lived = World & {
  newcomer: State
  /** The signed-in browser state of the user with two-step sign-in. */
  careful: State
  /** The email address of the user with two-step sign-in. */
  guarded: string
  /** The email address of a blocked user. */
  blocked: string
}

/** The world of this worker's studio. */
let known: Promise<Lived> | undefined

export const test = base.extend<{ lived: Lived }>({
  lived: [
    async ({ shared, world }, use) => use(await (known ??= live(shared, world))),
    { timeout: 90_000 }
  ]
})

/**
 * Shares results: the first one by link, the second on Explore, where a third waits for it.
 * @returns the id of the second one
 */
async function shareResults(
  own: APIRequestContext,
  token: string,
  { store }: Studio,
  tasks: readonly string[]
): Promise<string> {
  const shared = await Promise.all(
    tasks.map(task_id => platform<Id>(own, token, 'publications', { task_id }))
  )
  const [, second, third] = shared.map(({ id }) => id)
  await withDatabase(store, async db => {
    // Results of the sandbox cannot be on Explore, so it looks as if an admin accepted them.
    for (const [id = '', state] of [
      [second, 'listed'],
      [third, 'waiting']
    ] as const)
      await db.updateTable('publication').set({ state }).where('id', '=', id).execute()
  })
  return second ?? ''
}

async function live(studio: Studio, world: World): Promise<Lived> {
  const own = await request.newContext({ baseURL: studio.url, storageState: world.state })
  const { access_token: token } = (await (
    await own.post('/auth/session', { data: {} })
  ).json()) as { access_token: string }
  const orders = await ordersOf(own, token, studio)
  const { ids, tasks, talk } = await worked(own, token, String(world.ids['plan']))
  const publication = await shareResults(own, token, studio, [world.ids['task'] ?? '', ...tasks])
  const site = await platform<Id>(own, token, 'sites/', { origin: 'https://second.example' })
  const settled = await settle(studio, { own, token, talk })
  const { id, ...people } = await others(studio.url)
  await own.dispose()
  return {
    ...world,
    ...people,
    ids: {
      ...world.ids,
      ...orders,
      ...ids,
      ...settled.ids,
      site: site.id,
      newcomer: id,
      publication
    },
    blocked: settled.blocked
  }
}

/** Creates an order in each state. */
async function ordersOf(
  own: APIRequestContext,
  token: string,
  { store }: Studio
): Promise<Record<string, string>> {
  const [plan] = (await platform<{ items: Application[] }>(own, token, 'applications/?type=Usage'))
    .items
  const sold = plan?.packages?.find(each => each.type === 'Usage')?.id ?? ''
  const order = async (way?: string): Promise<Order> => {
    const made = await platform<Order>(own, token, 'orders/', {
      application_id: plan?.id,
      package_id: sold
    })
    return way === undefined
      ? made
      : platform<Order>(own, token, `orders/${made.id}/pay`, { pay_way: way })
  }
  const [paid, wechat] = [await order('Stripe'), await order('WechatPay')]
  const [expired, failed, transfer, held] = [
    await order(),
    await order(),
    await order(),
    await order()
  ]
  await own.post(paid.pay_url ?? '', { maxRedirects: 0 })
  await withDatabase(store, async db => {
    for (const [{ id }, change] of [
      [expired, { state: 'Expired' }],
      [failed, { state: 'Failed' }],
      // Make this order look as if it was started while bank transfers were configured. If they
      // really were, the sandbox would accept no payments here.
      [transfer, { rail: 'manual', pay_way: 'Manual', pay_id: '7K3F-9Q2D-XM4T', fund: 'real' }],
      [held, { note: 'mismatch' }]
    ] as const)
      await db.updateTable('order').set(change).where('id', '=', id).execute()
  })
  const all = { paid, wechat, expired, failed, transfer, held }
  return {
    ...Object.fromEntries(Object.entries(all).map(([name, { id }]) => [name, id])),
    package: sold
  }
}

/** Creates a video, a song, a broken answer, and a conversation that is shared and reported. */
async function worked(
  own: APIRequestContext,
  token: string,
  plan: string
): Promise<{ ids: Record<string, string>; tasks: string[]; talk: Talk }> {
  const key = await platform<{ token: string }>(own, token, 'credentials/', {
    application_id: plan,
    name: 'Backend'
  })
  await platform(own, token, 'credentials/', {
    application_id: plan,
    host: 'https://studio.example'
  })
  const headers = { authorization: `Bearer ${key.token}`, accept: 'application/json' }
  const ask = async <T>(path: string, data: object): Promise<T> => {
    const answer = await own.post(path, { data, headers })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()) as T
  }
  const talk: Talk = data =>
    ask('/aichat/conversations', { model: 'gpt-5-all', stateful: true, ...data })
  const made = Promise.all([
    ask<{ task_id: string }>('/kling/videos', { prompt: 'Waves' }),
    ask<{ task_id: string }>('/suno/audios', { prompt: 'Harbour' })
  ])
  // A broken answer counts as a failure and keeps its text so far.
  await own.post('/aichat/conversations', {
    data: { model: 'gpt-5-all', stateful: true, question: 'Waves [sandbox:break]' },
    headers
  })
  const { id } = await talk<Id>({ question: 'Tides [sandbox:tokens=30]' })
  const { share } = await talk<{ share: Id }>({ action: 'share', id })
  await platform(own, token, 'reports', {
    share_id: share.id,
    reason: 'privacy',
    text: 'About boats'
  })
  const [report] = (await platform<{ items: Id[] }>(own, token, 'operation/reports')).items
  const tasks = (await made).map(({ task_id }) => task_id)
  const { items } = await platform<{ items: (Id & { state: string })[] }>(
    own,
    token,
    'usage/apis?limit=50'
  )
  const run = (state: string): string => items.find(each => each.state === state)?.id ?? ''
  return {
    ids: {
      share: share.id,
      report: report?.id ?? '',
      usage: run('succeeded'),
      broken: run('failed')
    },
    tasks,
    talk
  }
}

async function others(url: string): Promise<Pick<Lived, 'newcomer' | 'careful' | 'guarded'> & Id> {
  const [one, two] = [
    await request.newContext({ baseURL: url }),
    await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } })
  ]
  const token = await join(one, url)
  const { id } = await platform<Id>(one, token, 'users/me')
  const guarded = newAddress()
  await two.post('/api/auth/sign-up/email', { data: { email: guarded, password: PASSWORD } })
  const enabled = (await (
    await two.post('/api/auth/two-factor/enable', { data: { password: PASSWORD } })
  ).json()) as { totpURI: string }
  const proved = await two.post('/api/auth/two-factor/verify-totp', {
    data: { code: await authenticator(enabled.totpURI)() }
  })
  expect(proved.ok()).toBe(true)
  const [newcomer, careful] = [await one.storageState(), await two.storageState()]
  await Promise.all([one.dispose(), two.dispose()])
  return { newcomer, careful, id, guarded }
}
