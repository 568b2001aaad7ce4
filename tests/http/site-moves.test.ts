import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { OperatedSiteDetail } from '#contract/operation.ts'
import type { Site } from '#contract/site.ts'
import { ledgerFaults, orderFor, packageOf, refusal } from '../support/shop.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  signUp,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const OLD = 'https://old.example'
const NEW = 'https://new.example'

let studio: TestStudio
let operator: TestPerson
let ada: TestPerson
let site: Site
const opened: TestStudio[] = []

beforeEach(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  opened.push(studio)
  operator = await person(studio)
  ada = await person(studio)
  studio.context.clock.advance(1000)
  site = await json<Site>(
    call('', { json: { origin: OLD, title: 'Second', terms_url: `${OLD}/terms` } })
  )
})
afterAll(async () => {
  for (const each of opened) await each.close()
})

function call(
  path: string,
  init: { method?: string; json?: unknown } = {},
  who = operator
): Promise<Response> {
  return studio.call(`/api/v1/sites/${path}`, { ...init, token: who.token.access_token })
}
const detail = (id = site.id): Promise<OperatedSiteDetail> =>
  json(studio.call(`/api/v1/operation/sites/${id}`, { token: operator.token.access_token }))
const move = (to: string, id = site.id): Promise<Response> =>
  call(id, { method: 'PUT', json: { origin: to } })
const remove = (confirm: string, id = site.id, who = operator): Promise<Response> =>
  call(`${id}?${new URLSearchParams({ origin: confirm })}`, { method: 'DELETE' }, who)
const firstSite = async (): Promise<Site> => {
  const { items } = await json<{ items: Site[] }>(call(`?origin=${BASE}`))
  return items[0] ?? expect.fail('no first site')
}

/**
 * Lets Ada sign in, order, share a chat and create a short link at the site.
 * @returns the ids of the shared chat, the short link and the order
 */
async function live(origin: string): Promise<{ share: string; code: string; order: string }> {
  const { db } = studio.context.database
  const ask = (body: object): Promise<Response> =>
    studio.call('/aichat/conversations', {
      json: body,
      token: ada.credential.token,
      headers: { accept: 'application/json' }
    })
  const { id } = await json<{ id: string }>(
    ask({ model: 'gpt-6-sol', question: 'Tides [sandbox:tokens=5]' })
  )
  const { share } = await json<{ share: { id: string } }>(ask({ action: 'share', id }))
  const order = await orderFor(studio, ada, (await packageOf(studio, 50)).id)
  const content = origin === BASE ? `${BASE}/flux` : `${origin}/flux`
  const link = await json<{ data: { url: string } }>(
    studio.call('/api/v1/shorturl', { json: { content }, token: ada.token.access_token })
  )
  if (origin !== BASE)
    for (const table of ['profile', 'order', 'share'] as const)
      await db
        .updateTable(table)
        .set({ origin })
        .where('user_id', '=', ada.application.user_id)
        .execute()
  return {
    share: share.id,
    code: link.data.url.slice(link.data.url.lastIndexOf('/') + 1),
    order: order.id
  }
}

const shared = async (id: string, origin: string): Promise<number> =>
  (await studio.call(`/aichat/shares/${id}`, { headers: { origin } })).status
const leadsTo = async (code: string): Promise<string | null> =>
  (await studio.call(`/s/${code}`, { redirect: 'manual' } as object)).headers.get('location')

describe('a site that moves', () => {
  test('takes its users, orders, shared chats, short links and addresses along', async () => {
    const { share, code } = await live(OLD)
    expect(await detail()).toMatchObject({ people: 1, orders: 1, links: 1, first: false })
    expect([await shared(share, OLD), await leadsTo(code)]).toEqual([200, `${OLD}/flux`])
    expect(await json(move(NEW))).toMatchObject({
      id: site.id,
      origin: NEW,
      title: 'Second',
      terms_url: `${NEW}/terms`
    })
    expect(await detail()).toMatchObject({ origin: NEW, people: 1, orders: 1, links: 1 })
    expect([await shared(share, NEW), await leadsTo(code)]).toEqual([200, `${NEW}/flux`])
    expect(await shared(share, OLD)).not.toBe(200)
    expect((await json<{ items: Site[] }>(call(`?origin=${OLD}`))).items).toEqual([])
    expect(await ledgerFaults(studio)).toEqual([])
  })

  test('from the loopback host gets its address in one step, with name and switches', async () => {
    const { share, code } = await live(BASE)
    const first = await firstSite()
    await json(
      call(first.id, {
        method: 'PUT',
        json: {
          title: 'Muses',
          features: { suno: { enabled: false } },
          logo: `${BASE}/files/logo.png`
        }
      })
    )
    const moved = await json<Site>(move('https://studio.example', first.id))
    expect(moved).toMatchObject({
      id: first.id,
      title: 'Muses',
      features: { suno: { enabled: false } }
    })
    expect(moved.logo).toBe('https://studio.example/files/logo.png')
    expect([await shared(share, 'https://studio.example'), await leadsTo(code)]).toEqual([
      200,
      'https://studio.example/flux'
    ])
    // Moving the first site does not change that its admins operate the deployment.
    expect(await detail(first.id)).toMatchObject({ first: true, people: 2 })
  })

  test('to an invalid address, or to that of another site, stays', async () => {
    await json(call('', { json: { origin: NEW } }))
    expect(await refusal(move(NEW))).toEqual(expect.arrayContaining([409]))
    expect(await refusal(move('https://a.example/path'))).toEqual(expect.arrayContaining([400]))
    expect(await detail()).toMatchObject({ origin: OLD })
  })
})

describe('a site that is removed', () => {
  test('leaves its users, orders and links to the first site, and the books agree', async () => {
    const { share, code, order } = await live(OLD)
    expect((await remove('old.example')).status).toBe(204)
    expect((await call(site.id)).status).toBe(404)
    const first = await firstSite()
    expect(await detail(first.id)).toMatchObject({ people: 2, orders: 1, links: 1 })
    expect(await shared(share, BASE)).toBe(200)
    expect(new URL((await leadsTo(code)) ?? '').pathname).toBe('/flux')
    const kept = await studio.call(`/api/v1/orders/${order}`, { token: ada.token.access_token })
    expect(kept.status).toBe(200)
    expect(await ledgerFaults(studio)).toEqual([])
    const audit = await studio.context.database.db
      .selectFrom('audit')
      .selectAll()
      .where('method', '=', 'delete')
      .execute()
    expect(audit.map(({ path, outcome }) => [path, outcome])).toEqual([
      ['/api/v1/sites/{id}', 'done']
    ])
  })

  test('needs its address typed again, cannot be the first site, and is not removed by its own admin', async () => {
    await json(
      call(site.id, {
        method: 'PUT',
        json: { admins: [operator.application.user_id, ada.application.user_id] }
      })
    )
    expect(await refusal(remove('https://other.example'))).toEqual(expect.arrayContaining([400]))
    expect(await refusal(remove(''))).toEqual(expect.arrayContaining([400]))
    expect((await remove(OLD, site.id, ada)).status).toBe(403)
    const first = await firstSite()
    expect((await remove(first.origin, first.id)).status).toBe(403)
    expect((await remove(OLD, crypto.randomUUID())).status).toBe(404)
    expect(await detail()).toMatchObject({ origin: OLD })
  })

  test('ends the sign-ins at its address and no others', async () => {
    const { db } = studio.context.database
    const own = db
      .updateTable('grant')
      .set({ origin: OLD })
      .where('user_id', '=', ada.application.user_id)
    await own.execute()
    await remove(OLD)
    const open = async (who: TestPerson): Promise<number> =>
      (
        await db
          .selectFrom('grant')
          .select('id')
          .where('user_id', '=', who.application.user_id)
          .where('revoked_at', 'is', null)
          .execute()
      ).length
    expect([await open(ada), await open(operator)]).toEqual([0, 1])
  })
})

test('an operator changes a site with other admins, and an admin of another site cannot', async () => {
  await json(call(site.id, { method: 'PUT', json: { admins: [ada.application.user_id] } }))
  expect(await json(call(site.id, { method: 'PUT', json: { title: 'Renamed' } }))).toMatchObject({
    title: 'Renamed'
  })
  const first = await firstSite()
  expect((await call(first.id, { method: 'PUT', json: { title: 'Mine' } }, ada)).status).toBe(404)
})

test('the list of sites shows whether the deployment has been set up', async () => {
  const fresh = await openStudio({ environment: { RATE_LIMITS: 'off', ALLOWED_ORIGINS: NEW } })
  opened.push(fresh)
  expect(await json(fresh.call(`/api/v1/sites/?origin=${BASE}`))).toEqual({
    items: [],
    count: 0,
    first_run: true,
    demo: true
  })
  await signUp(fresh)
  await person(fresh)
  expect(await json(fresh.call(`/api/v1/sites/?origin=${NEW}`))).toEqual({
    items: [],
    count: 0,
    demo: true
  })
})
