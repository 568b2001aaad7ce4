import { request, type APIRequestContext, type BrowserContext } from 'playwright/test'
import type { Credential } from '#contract/credential.ts'
import type { Order } from '#contract/order.ts'
import { expect, test as base } from './browser.ts'
import { openPlan, operate, platform } from './buyer.ts'
import type { startStudio } from './process.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

/** An admin for whom every page has something to show, and the ids that addresses contain. */
export type World = {
  ids: Readonly<Record<string, string>>
  state: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** The world of this worker's studio. */
let known: Promise<World> | undefined

/** Tests of pages that an admin sees who has chatted, made things, ordered and paid. */
export const test = base.extend<{ world: World }>({
  world: [async ({ shared }, use) => use(await (known ??= prepare(shared))), { timeout: 90_000 }],
  // A refused form is a page with an error status, which the browser's console reports.
  expected: /status of 4\d\d/
})

/** Fills the ids into a path and adds the prefix of the language. */
export function addressIn({ ids }: World, path: string, locale: string): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name]
    if (!id) throw new Error(`nobody made a ${name}`)
    return id
  })
  return locale === 'en' ? address : `/${locale}${address}`
}

async function prepare({ url }: Studio): Promise<World> {
  const own = await request.newContext({ baseURL: url })
  const token = await operate(own, url)
  const plan = await openPlan(own, token)
  const order = await platform<Order>(own, token, 'orders/', {
    application_id: plan.id,
    package_id: plan.packages?.find(each => each.type === 'Usage')?.id
  })
  const key = await platform<Credential>(own, token, 'credentials/', {
    application_id: plan.id,
    name: 'Backend'
  })
  const headers = { authorization: `Bearer ${key.token}`, accept: 'application/json' }
  const ask = async (path: string, data: object): Promise<Record<string, string>> => {
    const answer = await own.post(path, { data, headers })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()) as Record<string, string>
  }
  const { id: conversation = '' } = await ask('/aichat/conversations', {
    model: 'gpt-5-all',
    question: 'Tides in `code` [sandbox:tokens=60]',
    stateful: true
  })
  await ask('/flux/images', { prompt: 'A boat on a lake' })
  const comparison = await compare(own, token)
  const state = await own.storageState()
  await own.dispose()
  return { ids: { conversation, plan: plan.id, order: order.id, key: key.id, comparison }, state }
}

/** Keeps a comparison: the image that the user has made, and a model that has made nothing. */
async function compare(own: APIRequestContext, token: string): Promise<string> {
  const { id } = await platform<{ id: string }>(own, token, 'comparisons', {
    kind: 'image',
    prompt: 'A boat on a lake',
    models: [
      { service: 'flux', model: 'flux-2-pro' },
      { service: 'midjourney', model: '' }
    ]
  })
  const { items } = await platform<{ items: { id: string; service: { alias: string } | null }[] }>(
    own,
    token,
    'usage/apis'
  )
  const made = items.find(({ service }) => service?.alias === 'flux')
  const answer = await own.put(`/api/v1/comparisons/${id}/run`, {
    data: { place: 0, run_id: made?.id },
    headers: { authorization: `Bearer ${token}` }
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return id
}
