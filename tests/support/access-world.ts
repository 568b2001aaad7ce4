import { request, type APIRequestContext, type BrowserContext } from 'playwright/test'
import type { Credential } from '#contract/credential.ts'
import type { LibraryPage } from '#contract/library.ts'
import type { Order } from '#contract/order.ts'
import type { Project } from '#contract/project.ts'
import { expect, test as base } from './browser.ts'
import { openPlan, operate, platform } from './buyer.ts'
import type { startStudio } from './process.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

/** The session of an admin with data on every page, and the ids that addresses contain. */
export type World = {
  ids: Readonly<Record<string, string>>
  state: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** The world of this worker's studio. */
let known: Promise<World> | undefined

/**
 * Test with an admin who has chatted, generated, ordered and paid, so that every page has content.
 */
export const test = base.extend<{ world: World }>({
  world: [async ({ shared }, use) => use(await (known ??= prepare(shared))), { timeout: 90_000 }],
  // A refused form is answered with an error status, which the browser logs to its console.
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
  const { task_id: task = '' } = await ask('/flux/images', { prompt: 'A boat on a lake' })
  const project = await projectWith(own, token, conversation)
  const comparison = await compare(own, token)
  const state = await own.storageState()
  await own.dispose()
  return {
    ids: { conversation, project, plan: plan.id, order: order.id, key: key.id, comparison, task },
    state
  }
}

/**
 * Creates a project with a chat and all results.
 * @returns its id
 */
async function projectWith(
  own: APIRequestContext,
  token: string,
  conversation: string
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const made = await own.post('/library/projects', {
    data: { name: 'Harbour', colour: 'blue' },
    headers
  })
  const { id } = (await made.json()) as Project
  const { items } = (await (await own.get('/library/items', { headers })).json()) as LibraryPage
  const moved = await own.post('/library/move', {
    data: { project_id: id, items: items.map(item => item.id), chats: [conversation] },
    headers
  })
  expect(moved.ok()).toBe(true)
  return id
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
