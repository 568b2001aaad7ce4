import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookAddress } from '#servers/api/webhooks/address.ts'
import { startUpstreamServer } from '../support/upstream-server.ts'
import { KEYS, openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'

const API = 'https://api.studio.example'

let world: VendorWorld

beforeAll(async () => {
  const vendor = await startUpstreamServer()
  const environment = { UPSTREAM_URL: vendor.url, UPSTREAM_API_KEY: KEYS[0], API_URL: API }
  // Within an hour, only a webhook message can cause a poll.
  world = await openVendorWorld(vendor, environment, { poll: 3_600_000, retry: 3_600_000 })
})
afterAll(() => world.close())

const callWebhook = (address: string, body: BodyInit = '{}'): Promise<Response> =>
  world.studio.call(new URL(address).pathname, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' }
  })

/**
 * Starts a task.
 * @returns its id, and the webhook address that the vendor received
 */
async function handedOver(plot: string): Promise<{ id: string; address: string }> {
  world.vendor.calls.length = 0
  const id = await world.begin('/flux/images', { prompt: `A harbour plot:${plot}` })
  const state = (): Promise<unknown> =>
    world.studio.context.database.db
      .selectFrom('run')
      .select('reference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  await expect.poll(state).toMatchObject({ reference: expect.any(String) as string })
  return { id, address: String(world.vendor.calls[0]?.body['callback_url']) }
}

test('a task is polled at once when its vendor reports the end', async () => {
  world.vendor.looks = 0
  const { id, address } = await handedOver('plain')
  expect(address).toMatch(new RegExp(`^${API}/webhooks/upstream/${id}\\.`))
  const answer = await callWebhook(address)
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
  expect((await world.ended('flux', id)).response).toMatchObject({ success: true })
  // Vendors may send a message more than once, so repeat it.
  expect((await callWebhook(address)).status).toBe(200)
})

test('a forged message changes nothing, since the result comes from the poll', async () => {
  world.vendor.looks = 1
  const { id, address } = await handedOver('plain')
  const forged = {
    success: false,
    status: 'ERROR',
    data: [{ image_url: 'http://127.0.0.1/' }],
    error: { code: 'forbidden' }
  }
  expect((await callWebhook(address, JSON.stringify(forged))).status).toBe(200)
  await expect
    .poll(() => world.vendor.calls.filter(({ path }) => path === '/flux/tasks').length)
    .toBe(1)
  // Wait until the poll has ended, before another message starts the next one.
  const { db } = world.studio.context.database
  const next = async () =>
    Number(
      (await db.selectFrom('run').select('poll_at').where('id', '=', id).executeTakeFirstOrThrow())
        .poll_at
    )
  await expect.poll(next).toBeGreaterThan(world.studio.context.clock.now())
  await callWebhook(address, 'no JSON at all')
  expect((await world.ended('flux', id)).response).toMatchObject({ success: true })
})

test.each(['of another vendor', 'of another task', 'cut short', 'invented'])(
  'a webhook that is %s is not found and logged once',
  async how => {
    const { address } = await handedOver('endless')
    const [base = '', secret = ''] = address.split('.example/webhooks/upstream/')
    const [id = '', signed = ''] = secret.split('.')
    const other: Record<string, string> = {
      'of another vendor': `${base}.example/webhooks/fal/${secret}`,
      'of another task': `${base}.example/webhooks/upstream/${crypto.randomUUID()}.${signed}`,
      'cut short': `${base}.example/webhooks/upstream/${id}.${signed.slice(1)}`,
      invented: `${base}.example/webhooks/upstream/x`
    }
    const lines = (): number =>
      world.said.filter(line => line.includes('a webhook for an unknown job')).length
    const before = lines()
    const answer = await callWebhook(other[how] ?? '')
    expect([answer.status, lines() - before]).toEqual([404, 1])
  }
)

test('a deleted task is an unknown job', async () => {
  const { id, address } = await handedOver('endless')
  await world.studio.call('/flux/tasks', {
    json: { action: 'delete', id },
    token: world.ada.credential.token
  })
  expect((await callWebhook(address)).status).toBe(404)
})

test.each(['http://127.0.0.1:4321', 'http://studio.local', 'http://studio', 'http://10.0.0.7'])(
  'no vendor gets the address of %s',
  api => {
    const { config, secrets } = world.studio.context
    const hosts = { ...config.hosts, api }
    expect(webhookAddress({ config: { ...config, hosts }, secrets }, 'fal', 'run')).toBeUndefined()
    expect(
      webhookAddress(
        { config: { ...config, hosts: { ...hosts, api: null } }, secrets },
        'fal',
        'run'
      )
    ).toBeUndefined()
  }
)
