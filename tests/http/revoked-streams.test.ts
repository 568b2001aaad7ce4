import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StartedAnswer } from '#contract/conversation.ts'
import type { Device } from '#contract/device.ts'
import { openDatabase, type Database } from '#servers/lib/database/database.ts'
import { mountParts, type Studio } from '#servers/studio.ts'
import { doseOf } from '../support/dose.ts'
import { ledgerFaults, type List } from '../support/shop.ts'
import {
  BASE,
  codeFor,
  cookiesOf,
  json,
  LOCAL,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

/**
 * Maximum time for a stream to end, in milliseconds. It takes up to a second, and more on a busy
 * machine.
 */
const PATIENCE = 5000

/**
 * Number of cases, each of which takes up to a second. SQLite tests most of them; PostgreSQL tests
 * only its own notifications.
 */
const CASES = process.env['TEST_DATABASE'] === 'postgres' ? 2 : 5

/** A question without an end, so that only the server can cut its answer off. */
const LONG = 'Tell me of tides [sandbox:silent]'

let studio: TestStudio
/** Another process on the same database: it has its own connections and memory. */
let other: Studio
let second: Database
let operator: TestPerson
let ada: TestPerson

beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  const { close: _, ...context } = studio.context
  second = await openDatabase({ url: context.config.databaseUrl, dataDir: context.config.dataDir })
  other = await mountParts(
    { ...context, database: second },
    { site: false, api: { tasks: { tick: 0 } } }
  )
  operator = await person(studio)
})
beforeEach(async () => {
  ada = await person(studio)
})
afterAll(async () => {
  expect(await ledgerFaults(studio)).toEqual([])
  await other.stop()
  await studio.close()
})

type Asked = { token: string; accept?: string; json?: object }

/**
 * Calls the other process, so that the token is revoked in one process while the stream is open in
 * the other.
 */
function elsewhere(path: string, { token, accept = '*/*', json: body }: Asked): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json' }
  const init =
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  return other.fetch(new Request(BASE + path, init), LOCAL)
}

const ask = (): object => ({ model: 'gpt-5-all', question: LONG })
const begun = (): Promise<StartedAnswer> =>
  json(
    studio.call('/aichat/conversations', {
      json: { ...ask(), async: true },
      token: ada.credential.token
    })
  )
const image = { prompt: 'A lighthouse [sandbox:delay=60000]' }
const task = (): Promise<{ task_id: string }> =>
  json(
    studio.call('/flux/images', { json: { ...image, async: true }, token: ada.credential.token })
  )

/** Opens each kind of answer that stays open, with a key. */
const STREAMS: Record<string, () => Promise<Response>> = {
  'the feed of a person': () => elsewhere('/events', { token: ada.credential.token }),
  'events of a conversation': async () =>
    elsewhere(`/aichat/conversations/${(await begun()).id}/events`, {
      token: ada.credential.token
    }),
  'events of a task': async () =>
    elsewhere(`/tasks/${(await task()).task_id}/events`, { token: ada.credential.token }),
  'a question as events': () =>
    elsewhere('/aichat/conversations', { token: ada.credential.token, json: ask() }),
  'a question as lines': () =>
    elsewhere('/aichat/conversations', {
      token: ada.credential.token,
      json: ask(),
      accept: 'application/x-ndjson'
    }),
  'a question that waits': () =>
    elsewhere('/aichat/conversations', {
      token: ada.credential.token,
      json: ask(),
      accept: 'application/json'
    }),
  'progress of an image': () =>
    elsewhere('/flux/images', {
      token: ada.credential.token,
      json: image,
      accept: 'application/x-ndjson'
    }),
  'an image that waits': () =>
    elsewhere('/flux/images', {
      token: ada.credential.token,
      json: image,
      accept: 'application/json'
    }),
  'a completion as events': () =>
    elsewhere('/v1/chat/completions', {
      token: ada.credential.token,
      json: {
        model: 'gpt-5-all',
        stream: true,
        messages: [{ role: 'user', content: 'Tides [sandbox:tokens=20000]' }]
      }
    }),
  'a completion that waits': () =>
    elsewhere('/v1/chat/completions', {
      token: ada.credential.token,
      json: { model: 'gpt-5-all', messages: [{ role: 'user', content: LONG }] }
    })
}

/**
 * Opens a stream and waits until it is open or its run has begun.
 * @returns a function that reads the rest of the stream
 */
async function opened(open: () => Promise<Response>): Promise<{ rest: () => Promise<string> }> {
  const { db } = studio.context.database
  const before = (await runsOf()).length
  let isOpen = false
  const text = open().then(async response => {
    isOpen = response.headers.get('content-type')?.startsWith('application/json') === false
    return response.text()
  })
  await expect.poll(async () => isOpen || (await runsOf()).length > before).toBe(true)
  return {
    rest: () => {
      const late = new Promise<never>((_, reject) =>
        setTimeout(() => reject(new Error('the stream is still open')), PATIENCE).unref()
      )
      return Promise.race([text, late])
    }
  }

  function runsOf() {
    return db
      .selectFrom('run')
      .select('id')
      .where('user_id', '=', ada.application.user_id)
      .execute()
  }
}

const endKey = (): Promise<Response> =>
  studio.call(`/api/v1/credentials/${ada.credential.id}`, {
    method: 'DELETE',
    token: ada.token.access_token
  })

describe('once its key is deleted in another process', () => {
  test.each(doseOf(Object.entries(STREAMS), CASES))('%s ends and says why', async (_, open) => {
    const { rest } = await opened(open)
    expect((await endKey()).status).toBe(204)
    // The last frame has the code with which the server would now refuse the call. For OpenAI's
    // clients, that is their own code.
    expect(await rest()).toMatch(/"code":"(invalid_token|invalid_api_key)"[^]{0,400}$/)
  })

  test('an answer goes on, and another key can read it', async () => {
    const question = {
      model: 'gpt-5-all',
      question: 'Tell me of tides [sandbox:delay=1500] [sandbox:tokens=20]'
    }
    const { rest } = await opened(() =>
      elsewhere('/aichat/conversations', { token: ada.credential.token, json: question })
    )
    await endKey()
    expect(await rest()).toContain('"invalid_token"')
    const run = studio.context.database.db
      .selectFrom('run')
      .select('state')
      .where('user_id', '=', ada.application.user_id)
    await expect
      .poll(async () => (await run.executeTakeFirst())?.state, { timeout: 15_000 })
      .toBe('succeeded')
  })

  test('a completion stops as if its caller had left, and the shown text is charged', async () => {
    const { rest } = await opened(
      STREAMS['a completion as events'] ?? (() => Promise.reject(new Error('no stream')))
    )
    await endKey()
    await rest()
    const { db } = studio.context.database
    const run = db
      .selectFrom('run')
      .select(['state', 'reason'])
      .where('user_id', '=', ada.application.user_id)
    await expect
      .poll(() => run.executeTakeFirst())
      .toEqual({ state: 'cancelled', reason: 'canceled' })
  })
})

const credential = (change: object, method = 'PUT', action = ''): Promise<Response> =>
  studio.call(`/api/v1/credentials/${ada.credential.id}${action}`, {
    method,
    json: change,
    token: ada.token.access_token
  })
const device = async (): Promise<string> => {
  const { items } = await json<List<Device>>(
    studio.call('/auth/sessions', { headers: { cookie: ada.cookie } })
  )
  return items[0]?.id ?? ''
}
const anotherDevice = async (): Promise<string> =>
  cookiesOf(
    await studio.call('/api/auth/sign-in/email', {
      json: { email: ada.email, password: 'correct horse battery' }
    })
  )
const block = (): Promise<Response> =>
  studio.call(`/api/v1/operation/people/${ada.application.user_id}/block`, {
    method: 'PUT',
    json: { reason: 'Sent spam' },
    token: operator.token.access_token
  })

/** Every way to end a key. */
const KEY_ENDS: Record<string, [code: string, end: () => Promise<unknown>]> = {
  'is rotated': ['invalid_token', () => credential({}, 'POST', '/rotate')],
  'is given an end that is over': [
    'token_expired',
    () => credential({ expired_at: new Date(studio.context.clock.now() - 1).toISOString() })
  ],
  'comes to its end': [
    'token_expired',
    async () => {
      await credential({ expired_at: new Date(studio.context.clock.now() + 60_000).toISOString() })
      studio.context.clock.advance(61_000)
    }
  ],
  'loses its application': [
    'invalid_token',
    async () => {
      const { db } = studio.context.database
      await db.deleteFrom('application').where('id', '=', ada.application.id).execute()
    }
  ],
  'loses its person, who is blocked': ['forbidden', block]
}

test.each(doseOf(Object.entries(KEY_ENDS), CASES))(
  'a feed ends when its key %s',
  async (_, [code, end]) => {
    const { rest } = await opened(() => elsewhere('/events', { token: ada.credential.token }))
    await end()
    expect(await rest()).toContain(`"code":"${code}"`)
  }
)

/** Every way to end a sign-in. */
const SIGN_IN_ENDS: Record<string, [code: string, end: () => Promise<unknown>]> = {
  'signs out': [
    'invalid_token',
    () => studio.call('/auth/logout', { headers: { cookie: ada.cookie } })
  ],
  'removes this device': [
    'invalid_token',
    async () =>
      studio.call(`/auth/sessions/${await device()}`, {
        method: 'DELETE',
        headers: { cookie: ada.cookie }
      })
  ],
  'ends all other sign-ins from another device': [
    'invalid_token',
    async () =>
      studio.call('/auth/sessions', {
        method: 'DELETE',
        headers: { cookie: await anotherDevice() }
      })
  ],
  'is blocked': ['forbidden', block],
  'deletes the account': [
    'invalid_token',
    () =>
      studio.call('/auth/account/delete', {
        json: { password: 'correct horse battery', confirm: ada.email },
        headers: { cookie: ada.cookie, origin: BASE }
      })
  ]
}

test.each(doseOf(Object.entries(SIGN_IN_ENDS), CASES))(
  'a feed ends when its user %s',
  async (_, [code, end]) => {
    const { rest } = await opened(() => elsewhere('/events', { token: ada.token.access_token }))
    await end()
    expect(await rest()).toContain(`"code":"${code}"`)
  }
)

test('an ended sign-in does not affect other users and devices', async () => {
  const cookie = await anotherDevice()
  const { access_token } = await json<{ access_token: string }>(
    studio.call('/oauth2/v1/token', { json: { code: await codeFor(studio, cookie) } })
  )
  const { rest } = await opened(() => elsewhere('/events', { token: ada.token.access_token }))
  const staying = [access_token, operator.token.access_token, ada.credential.token]
  const readers = await Promise.all(
    staying.map(async token => (await elsewhere('/events', { token })).body?.getReader())
  )
  for (const reader of readers) await reader?.read()
  await studio.call('/auth/logout', { headers: { cookie: ada.cookie } })
  await rest()
  // Each stream reports a new run, unless it has ended before.
  const { run_id } = await begun()
  for (const reader of [readers[0], readers[2]])
    await expect(reports(reader, run_id)).resolves.toBe(true)
  for (const reader of readers) await reader?.cancel()
})

/** Reads a stream until it reports a run or ends. */
async function reports(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  run: string
): Promise<boolean> {
  const decoder = new TextDecoder()
  for (let text = ''; !text.includes(run);) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done) return false
    text += decoder.decode(value, { stream: true })
  }
  return true
}
