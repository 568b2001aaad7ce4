import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FeaturedResult } from '#contract/featured.ts'
import type { OperatedService } from '#contract/own-service.ts'
import type { Publication, PublicationPage } from '#contract/publication.ts'
import type { Site } from '#contract/site.ts'
import { openFalWorld } from '../support/http-fal.ts'
import type { List } from '../support/shop.ts'
import { BASE, json, person, type TestPerson } from '../support/studio.ts'
import { PORTRAIT } from '../support/vendor-schemas.ts'
import type { VendorWorld } from '../support/vendor-world.ts'

const OWN = '/api/v1/operation/own-services'
const SHARED = '/api/v1/publications'

let world: VendorWorld
let eve: TestPerson
let site: Site
/** The id of the operator's service, and a task of it. */
let [service, task] = ['', '']
beforeAll(async () => {
  world = (await openFalWorld()).world
  eve = await person(world.studio)
  const { items } = await json<List<Site>>(world.studio.call(`/api/v1/sites/?origin=${BASE}`))
  site = items[0] ?? expect.fail('there is a site')
})
afterAll(() => world.close())
beforeEach(async () => {
  const made = await json<OperatedService>(
    call(OWN, { method: 'POST', body: { schema: JSON.stringify(PORTRAIT) } })
  )
  service = made.id
  await json(call(`${OWN}/${service}`, { method: 'PUT', body: { enabled: true } }))
  const { result } = await world.post(`/${service}/run`, { prompt: 'A fox', guidance_scale: 2 })
  task = result.task_id
  return async () => {
    await call(`${OWN}/${service}`, { method: 'DELETE' })
  }
})

type Calling = { who?: TestPerson | null; method?: string; body?: unknown }
const call = (path: string, { who = world.ada, method, body }: Calling = {}): Promise<Response> =>
  world.studio.call(path, {
    ...(method !== undefined && { method }),
    ...(body !== undefined && { json: body }),
    headers: { origin: BASE },
    ...(who !== null && { token: who.token.access_token })
  })
const share = (who = world.ada): Promise<Response> =>
  call(SHARED, { who, body: { task_id: task, output: 0, listed: true } })
const look = (id: string): Promise<Publication> => json(call(`${SHARED}/${id}`, { who: null }))
const explore = async (query: string): Promise<string[]> =>
  (await json<PublicationPage>(call(`${SHARED}?${query}`, { who: null }))).items.map(({ id }) => id)

test('a result of an operator’s service is shared by a link and on Explore', async () => {
  await json(
    call(`/api/v1/sites/${site.id}`, {
      method: 'PUT',
      body: { features: { explore: { enabled: true }, explore_review: { enabled: false } } }
    })
  )
  world.studio.context.clock.advance(10_000)
  const { id, kind, url } = await json<Publication>(share())
  expect(kind).toBe('image')
  expect(await look(id)).toMatchObject({
    service,
    action: 'run',
    prompt: 'A fox',
    settings: { prompt: 'A fox', guidance_scale: 2 },
    url,
    own: false,
    task_id: null
  })
  for (const query of ['', 'kind=image', `service=${service}`])
    expect(await explore(query), query).toContain(id)
  expect(await explore('kind=video')).not.toContain(id)
})

test('nobody else shares or features the result', async () => {
  expect((await share(eve)).status).toBe(404)
  const body = { task_id: task, output: 0 }
  expect((await call(`/api/v1/sites/${site.id}/featured`, { who: eve, body })).status).toBe(404)
  const wrong = await call(SHARED, { body: { task_id: task, output: 9 } })
  expect(wrong.status).toBe(400)
})

test('an admin features the result', async () => {
  const body = { task_id: task, output: 0 }
  const made = await json<FeaturedResult>(call(`/api/v1/sites/${site.id}/featured`, { body }))
  expect(made).toMatchObject({ service, action: 'run', prompt: 'A fox' })
  await call(`${OWN}/${service}`, { method: 'DELETE' })
  world.studio.context.clock.advance(10_000)
  const { items } = await json<{ items: FeaturedResult[] }>(
    call(`/api/v1/sites/${site.id}/featured`, { who: null })
  )
  expect(items).toMatchObject([{ id: made.id, action: null, settings: {} }])
})

test.each(['switched off', 'deleted'])(
  'a shared result stays when its service is %s',
  async change => {
    const { id, url } = await json<Publication>(share())
    const body = { enabled: false }
    const how = change === 'deleted' ? { method: 'DELETE' } : { method: 'PUT', body }
    expect((await call(`${OWN}/${service}`, how)).ok).toBe(true)
    world.studio.context.clock.advance(10_000)
    expect(await look(id)).toMatchObject({ url, prompt: 'A fox', kind: 'image' })
    expect(await explore('')).toContain(id)
    // It can also be shared only now.
    await call(`${SHARED}/${id}`, { method: 'DELETE' })
    expect((await look((await json<Publication>(share())).id)).url).toBe(url)
  }
)
