import { PORTRAIT } from './vendor-schemas.ts'
import { json, type TestPerson, type TestStudio } from './studio.ts'

type World = { studio: TestStudio; uma: TestPerson; boss: TestPerson }
type Prepared = { ids?: Record<string, string>; query?: Record<string, string>; body?: object }

/** Preparations for calls of operators, by call. */
export const PREPARED_OPERATION: Record<string, (world: World) => Promise<Prepared>> = {
  // Create a user for this call, since blocking another one would break other tests.
  'PUT /api/v1/operation/people/{id}/block': async ({ studio }) => ({
    ids: { id: await stranger(studio) }
  }),
  'DELETE /api/v1/operation/people/{id}/block': async ({ studio }) => ({
    ids: { id: await stranger(studio) }
  }),
  'POST /api/v1/operation/chat-models': async () => ({
    body: { name: `own-${crypto.randomUUID()}` }
  }),
  'GET /api/v1/operation/chat-models/{id}': async () => ({ ids: { id: 'gpt-6-luna' } }),
  'PUT /api/v1/operation/chat-models/{id}': async () => ({ ids: { id: 'grok-4.3' } }),
  'DELETE /api/v1/operation/chat-models/{id}': async () => ({ ids: { id: 'grok-4.3' } }),
  'GET /api/v1/operation/services/{id}/margins': async () => ({ ids: { id: 'cutout' } }),
  'POST /api/v1/operation/own-services': async () => ({ body: SCHEMA }),
  'GET /api/v1/operation/own-services/{id}': ownService,
  'PUT /api/v1/operation/own-services/{id}': ownService,
  'DELETE /api/v1/operation/own-services/{id}': ownService,
  'GET /api/v1/operation/own-services/{id}/file': ownService,
  'GET /api/v1/own-services/{id}': ownService,
  'GET /api/v1/operation/vendor-endpoints': async () => ({ query: { search: 'portrait' } }),
  'GET /api/v1/operation/sites/{id}': async world => ({ ids: (await anotherSite(world)).ids }),
  'DELETE /api/v1/sites/{id}': anotherSite,
  'POST /api/v1/reports': async world => ({ body: { share_id: await shared(world) } }),
  'PUT /api/v1/operation/reports/{id}': async world => {
    const { db } = world.studio.context.database
    await json(
      world.studio.call('/api/v1/reports', {
        json: { share_id: await shared(world), reason: 'spam', text: 'prepared' }
      })
    )
    const { id } = await db
      .selectFrom('report')
      .select('id')
      .where('text', '=', 'prepared')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    return { ids: { id } }
  }
}

const SCHEMA = { schema: JSON.stringify(PORTRAIT) }

async function ownService({ studio, boss }: World): Promise<Prepared> {
  const token = boss.token.access_token
  const path = '/api/v1/operation/own-services'
  const { id } = await json<{ id: string }>(studio.call(path, { json: SCHEMA, token }))
  const body = { enabled: true }
  await json(studio.call(`${path}/${id}`, { method: 'PUT', json: body, token }))
  return { ids: { id } }
}

async function anotherSite({
  studio,
  boss
}: World): Promise<Required<Pick<Prepared, 'ids' | 'query'>>> {
  const origin = `https://${crypto.randomUUID()}.example`
  // The clock does not advance, so move it: the new site must be newer than the first one.
  studio.context.clock.advance(1)
  const { id } = await json<{ id: string }>(
    studio.call('/api/v1/sites/', { json: { origin }, token: boss.token.access_token })
  )
  return { ids: { id }, query: { origin } }
}

async function stranger({ context: { database, clock } }: TestStudio): Promise<string> {
  const now = new Date(clock.now()).toISOString()
  const id = crypto.randomUUID()
  const person = {
    id,
    name: 'Nobody',
    email: `${id}@example.com`,
    image: null,
    createdAt: now,
    updatedAt: now
  }
  await database.db
    .insertInto('user')
    .values({ ...person, emailVerified: database.kind === 'postgres' ? true : 1 })
    .execute()
  return id
}

async function shared({ studio, uma }: World): Promise<string> {
  const ask = (body: object): Promise<Response> =>
    studio.call('/aichat/conversations', {
      json: body,
      token: uma.credential.token,
      headers: { accept: 'application/json' }
    })
  const { id } = await json<{ id: string }>(
    ask({ model: 'gpt-5-all', question: 'shared [sandbox:tokens=5]' })
  )
  return (await json<{ share: { id: string } }>(ask({ action: 'share', id }))).share.id
}
