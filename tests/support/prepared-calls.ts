import type { Device } from '#contract/device.ts'
import type { PhoneSignIn } from '#contract/phone.ts'
import { webhookSecret } from '#servers/api/webhooks/address.ts'
import { addToAccount } from '#servers/platform/distribution/entries.ts'
import { formOf, begin, upload } from './files.ts'
import { emptyPlan, orderFor, packageOf, payUrl, type List } from './shop.ts'
import { newPreset, ownRows } from './own-rows.ts'
import { PREPARED_MONEY } from './prepared-money.ts'
import { PREPARED_OPERATION } from './prepared-operation.ts'
import { BASE, codeFor, json, type TestPerson, type TestStudio } from './studio.ts'

/** The studio, an ordinary user and the operator. */
export type World = { studio: TestStudio; uma: TestPerson; boss: TestPerson }

/** Everything that a call needs, besides its row in the route table, to succeed. */
export type Prepared = {
  ids?: Record<string, string>
  body?: object
  form?: FormData
  raw?: string
  headers?: Record<string, string>
  query?: Record<string, string>
}

const PASSWORD = 'correct horse battery'
/** A PNG of one pixel. */
export const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const TUS = { 'tus-resumable': '1.0.0' }

/**
 * Functions that prepare a call, by call. Each call gets new objects, since many calls delete them.
 */
export const PREPARED: Record<string, (world: World) => Promise<Prepared>> = {
  ...PREPARED_OPERATION,
  ...PREPARED_MONEY,
  'POST /api/v1/applications': async () => ({ body: { type: 'Period' } }),
  'DELETE /api/v1/applications/{id}': async ({ studio, uma }) => ({
    ids: { id: await emptyPlan(studio, uma) }
  }),
  'DELETE /api/v1/push': async () => ({
    query: { endpoint: 'https://push.example.com/send/4f1c' }
  }),
  'PUT /api/v1/comparisons/{id}/run': async ({ studio, uma }) => ({
    body: { run_id: (await ownRows(studio, uma)).run }
  }),
  'GET /api/v1/services/{id}': service,
  'PUT /api/v1/services/{id}': service,
  'DELETE /api/v1/services/{id}': async () => ({ ids: { id: 'pika' } }),
  // An address without a server, so no vendor gets a request.
  'POST /api/v1/provider-keys': async () => ({ body: { base_url: NOWHERE } }),
  'DELETE /api/v1/provider-keys/{id}': providerKey,
  'POST /api/v1/provider-keys/{id}/test': providerKey,
  'PUT /api/v1/own-keys/{vendor}': async () => ({ ids: { vendor: 'openai' } }),
  'POST /api/v1/own-keys/{vendor}/test': async () => ({ ids: { vendor: 'openai' } }),
  'DELETE /api/v1/own-keys/{vendor}': async ({ studio, uma }) => {
    const { database, clock } = studio.context
    const user_id = (
      await database.db
        .selectFrom('application')
        .select('user_id')
        .where('id', '=', uma.application.id)
        .executeTakeFirstOrThrow()
    ).user_id
    await database.db
      .insertInto('own_key')
      .values({ user_id, vendor: 'openai', box: '', last4: 'mine', created_at: clock.now() })
      .execute()
    return { ids: { vendor: 'openai' } }
  },
  'GET /api/v1/sites/{id}': firstSite,
  'GET /api/v1/sites/{id}/featured': firstSite,
  'POST /api/v1/sites/{id}/featured': async ({ studio, boss }) => ({
    body: { task_id: (await ownRows(studio, boss)).run }
  }),
  'DELETE /api/v1/sites/{id}/featured/{featured_id}': async () => ({
    ids: { featured_id: crypto.randomUUID() }
  }),
  'GET /api/v1/publications/{id}': publication,
  'DELETE /api/v1/publications/{id}': publication,
  'PUT /api/v1/publications/{id}/like': publication,
  'POST /api/v1/publications': async ({ studio, uma }) => ({
    body: { task_id: (await ownRows(studio, uma)).run }
  }),
  'PUT /api/v1/sites/{id}/publications/{publication_id}': async world => {
    const { id = '' } = (await publication(world)).ids ?? {}
    return { ids: { ...(await firstSite(world)).ids, publication_id: id } }
  },
  'GET /api/v1/sites/{id}/presets': firstSite,
  'PUT /api/v1/sites/{id}/presets/{preset_id}': sitePreset,
  'DELETE /api/v1/sites/{id}/presets/{preset_id}': sitePreset,
  'PUT /api/v1/presets/{id}': preset,
  'DELETE /api/v1/presets/{id}': preset,
  'GET /api/v1/users/me/prompts': async () => ({ query: { service: 'flux' } }),
  'POST /api/v1/sites/{id}/pictures/{kind}': async () => ({
    ids: { kind: 'logo' },
    form: formOf(new Uint8Array(Buffer.from(DOT, 'base64')))
  }),
  'POST /api/v1/sites': async () => ({
    body: { origin: `https://${crypto.randomUUID()}.example` }
  }),
  'PUT /api/v1/packages/{id}': ownPackage,
  'DELETE /api/v1/packages/{id}': ownPackage,
  'PUT /api/v1/distribution-levels/{id}': async ({ studio }) => {
    const { items } = await json<List<{ id: string }>>(studio.call('/api/v1/distribution-levels/'))
    return { ids: { id: items[0]?.id ?? '' } }
  },
  'POST /api/v1/distribution-payouts': async ({ studio, uma }) => {
    const user_id = await userOf(studio, uma)
    const now = studio.context.clock.now()
    await studio.context.database.transaction(tx =>
      addToAccount(tx, { user_id, fund: 'real' }, { reward: 1250 }, now)
    )
    return { body: { user_id } }
  },
  'POST /api/v1/orders/{id}/update-price': order,
  'POST /api/v1/orders/{id}/finish': order,
  'GET /api/v1/orders/{id}/sandbox-payment': payment,
  'POST /api/v1/orders/{id}/sandbox-payment': payment,
  'POST /api/v1/shorturl': async ({ studio }) => ({
    body: { content: `${await siteOrigin(studio)}/?inviter_id=1` }
  }),
  'GET /s/{code}': async ({ studio, uma }) => {
    const body = { content: `${await siteOrigin(studio)}/?inviter_id=2` }
    const made = await json<{ data: { url: string } }>(
      studio.call('/api/v1/shorturl', { json: body, token: uma.token.access_token })
    )
    return { ids: { code: new URL(made.data.url).pathname.split('/').at(-1) ?? '' } }
  },
  'POST /v1/chat/completions': async () => ({
    body: { messages: [{ role: 'user', content: 'Hi [sandbox:tokens=20]' }] }
  }),
  'POST /v1/images/generations': async () => ({ body: { n: 99 } }),
  'GET /v1/models/{model}': async () => ({ ids: { model: 'gpt-5-all' } }),
  'GET /aichat/shares/{id}': async ({ studio, uma }) => {
    const ask = async (body: object): Promise<Response> => {
      return studio.call('/aichat/conversations', {
        json: body,
        token: uma.credential.token,
        headers: { accept: 'application/json' }
      })
    }
    const { id } = await json<{ id: string }>(
      ask({ model: 'gpt-5-all', question: 'shared [sandbox:tokens=5]' })
    )
    return {
      ids: { id: (await json<{ share: { id: string } }>(ask({ action: 'share', id }))).share.id }
    }
  },
  'POST /webhooks/{vendor}/{secret}': async ({ studio, uma }) => {
    const body = { prompt: 'A lighthouse', async: true }
    const made = studio.call('/flux/images', {
      json: body,
      token: uma.credential.token,
      headers: { accept: 'application/json' }
    })
    const { task_id } = await json<{ task_id: string }>(made)
    return { ids: { vendor: 'sandbox', secret: webhookSecret(studio.context, 'sandbox', task_id) } }
  },
  'POST /suno/audios': async () => ({ body: { prompt: 'A lighthouse in the evening' } }),
  // An earlier call of this test has switched this service off, so switch it on.
  'POST /pika/videos': async ({ studio, boss }) => {
    await studio.call('/api/v1/services/pika', {
      method: 'PUT',
      json: { enabled: true },
      token: boss.token.access_token
    })
    return {}
  },
  'PUT /api/v1/users/me/avatar': async () => ({
    form: formOf(new Uint8Array(Buffer.from(DOT, 'base64')))
  }),
  'POST /api/v1/files': async () => ({ form: formOf('hello') }),
  'POST /api/v1/files/tus': async () => ({ raw: '', headers: { ...TUS, 'upload-length': '5' } }),
  'GET /api/v1/files/tus/{id}': resumable,
  'DELETE /api/v1/files/tus/{id}': resumable,
  'PATCH /api/v1/files/tus/{id}': async world => ({
    ...(await resumable(world)),
    raw: 'hello',
    headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  }),
  'GET /files/{id}': async ({ studio, uma }) => ({
    ids: { id: (await upload(studio, uma, 'mine')).id }
  }),
  'POST /library/delete': libraryChoice,
  'POST /library/archive': libraryChoice,
  'POST /library/rate': async world => {
    const { body } = await libraryChoice(world)
    return { body: { ...(body as object), rating: 4 } }
  },
  'POST /library/move': async world => {
    const { body } = await libraryChoice(world)
    return { body: { items: (body as { ids: string[] }).ids } }
  },
  'GET /files/{id}/{name}': async ({ studio, uma }) => ({
    ids: { id: (await upload(studio, uma, 'mine')).id, name: 'mine.txt' }
  }),
  'POST /aichat/guest': async world => {
    await allowGuests(world)
    return { headers: { origin: BASE } }
  },
  'POST /aichat/guest/claim': async world => {
    await allowGuests(world)
    const made = world.studio.call('/aichat/guest', { method: 'POST', headers: { origin: BASE } })
    return { body: { token: (await json<{ token: string }>(made)).token } }
  },
  'POST /oauth2/v1/token': async ({ studio, uma }) => ({
    body: { code: await codeFor(studio, uma.cookie) }
  }),
  'POST /auth/refresh': async ({ uma }) => ({ body: { refresh_token: uma.token.refresh_token } }),
  'POST /auth/session': async ({ uma }) => ({ body: { refresh_token: uma.token.refresh_token } }),
  'POST /auth/account/delete': async ({ uma }) => ({
    body: { password: PASSWORD, confirm: uma.email }
  }),
  'DELETE /auth/sessions/{id}': async ({ studio, uma }) => {
    const { items } = await json<List<Device>>(
      studio.call('/auth/sessions', { headers: { cookie: uma.cookie } })
    )
    return { ids: { id: items[0]?.id ?? '' } }
  },
  'POST /auth/qr/poll': async world => ({ body: { secret: (await phone(world)).secret } }),
  'POST /auth/qr/look': async world => ({ body: { id: (await phone(world)).id } }),
  'POST /auth/qr/confirm': async world => ({ body: { id: (await phone(world)).id, accept: true } }),
  'POST /api/auth/sign-up/email': async () => ({
    body: { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD }
  }),
  'POST /api/auth/sign-in/email': async ({ uma }) => ({
    body: { email: uma.email, password: PASSWORD }
  }),
  'POST /api/auth/sign-in/magic-link': async ({ uma }) => ({ body: { email: uma.email } }),
  'POST /api/auth/send-verification-email': async ({ uma }) => ({ body: { email: uma.email } }),
  'POST /api/auth/request-password-reset': async ({ uma }) => ({ body: { email: uma.email } }),
  'POST /api/auth/change-password': async () => ({
    body: { currentPassword: PASSWORD, newPassword: `${PASSWORD} staple` }
  }),
  'POST /api/auth/two-factor/enable': async () => ({ body: { password: PASSWORD } })
}

/** Uploads a file and chooses its item. */
async function libraryChoice({ studio, uma }: World): Promise<Prepared> {
  const { id } = await upload(studio, uma, 'mine')
  const item = await studio.context.database.db
    .selectFrom('library_item')
    .select('id')
    .where('file_id', '=', id)
    .executeTakeFirstOrThrow()
  return { body: { ids: [item.id] } }
}

async function publication({ studio, uma }: World): Promise<Prepared> {
  return { ids: { id: (await ownRows(studio, uma)).publication ?? '' } }
}

async function preset({ studio, uma }: World): Promise<Prepared> {
  return { ids: { id: await newPreset(studio, uma) } }
}

async function sitePreset(world: World): Promise<Prepared> {
  const { id = '' } = (await firstSite(world)).ids ?? {}
  const path = `/api/v1/sites/${id}/presets`
  return { ids: { id, preset_id: await newPreset(world.studio, world.boss, path) } }
}

async function service(): Promise<Prepared> {
  return { ids: { id: 'flux' } }
}

async function firstSite({ studio: { context } }: World): Promise<Prepared> {
  const { id } = await context.database.db
    .selectFrom('site')
    .select('id')
    .where('origin', '=', await context.sites.placeholder())
    .executeTakeFirstOrThrow()
  return { ids: { id } }
}

const NOWHERE = 'http://127.0.0.1:9/v1'

/** Inserts a provider key that is not yet checked. */
async function providerKey({ studio }: World): Promise<Prepared> {
  const { database, clock, secrets } = studio.context
  const id = crypto.randomUUID()
  const box = secrets.seal('sk-of-nobody')
  const row = {
    id,
    vendor: 'openai',
    base_url: NOWHERE,
    box,
    last4: 'body',
    added_by: 'nobody',
    created_at: clock.now()
  }
  await database.db.insertInto('provider_key').values(row).execute()
  return { ids: { id } }
}

async function ownPackage({ studio, boss }: World): Promise<Prepared> {
  const body = { type: 'Usage', amount: 77, price: 7 }
  const { id } = await json<{ id: string }>(
    studio.call('/api/v1/packages/', { json: body, token: boss.token.access_token })
  )
  return { ids: { id } }
}

async function order({ studio, uma }: World): Promise<Prepared> {
  return { ids: { id: (await orderFor(studio, uma, (await packageOf(studio, 10)).id)).id } }
}

async function payment({ studio, uma }: World): Promise<Prepared> {
  const made = await orderFor(studio, uma, (await packageOf(studio, 10)).id)
  return {
    ids: { id: made.id },
    query: { token: new URL(await payUrl(studio, uma, made)).searchParams.get('token') ?? '' }
  }
}

async function resumable({ studio, uma }: World): Promise<Prepared> {
  return { ids: { id: await begin(studio, uma.token.access_token, 5) }, headers: TUS }
}

function phone({ studio, uma }: World): Promise<PhoneSignIn> {
  return json<PhoneSignIn>(studio.call('/auth/qr', { json: {}, headers: { cookie: uma.cookie } }))
}

/** Lets guests ask once at the site of {@link BASE}. */
async function allowGuests({ studio, boss }: World): Promise<void> {
  const { database, sites } = studio.context
  const origin = await sites.placeholder()
  const { id } = await database.db
    .selectFrom('site')
    .select('id')
    .where('origin', '=', origin)
    .executeTakeFirstOrThrow()
  const features = { guest: { enabled: true } }
  await studio.call(`/api/v1/sites/${id}`, {
    method: 'PUT',
    json: { features },
    token: boss.token.access_token
  })
}

async function userOf({ context }: TestStudio, { application }: TestPerson): Promise<string> {
  const { user_id } = await context.database.db
    .selectFrom('application')
    .select('user_id')
    .where('id', '=', application.id)
    .executeTakeFirstOrThrow()
  return user_id
}

/** Returns the origin of this deployment's first site. */
async function siteOrigin({ context }: TestStudio): Promise<string> {
  const { origin } = await context.database.db
    .selectFrom('site')
    .select('origin')
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  return origin
}
