import { createCanvas } from '@napi-rs/canvas'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OperatedService } from '#contract/own-service.ts'
import type { HelpedPrompt, PromptOffers } from '#contract/prompt-help.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { cleanPrompt } from '#servers/api/prompt-help/help.ts'
import { upload } from '../support/files.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { ledgerFaults } from '../support/shop.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'
import { falSchema } from '../support/vendor-schemas.ts'

const PATH = '/aichat/prompt-help'
const PICTURE = new Uint8Array(createCanvas(32, 24).encodeSync('png'))

let vendor: OpenaiServer
let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  vendor = await startOpenaiServer()
  studio = await openStudio({
    environment: {
      OPENAI_API_KEY: 'sk-operator',
      OPENAI_BASE_URL: vendor.url,
      FREE_AMOUNT: '0',
      RATE_LIMITS: 'off'
    }
  })
  ada = await person(studio)
  await credit(studio.context.database.db, 'order', {
    applicationId: ada.application.id,
    fund: 'real',
    reference: 'test-money',
    amount: 95_000_000,
    now: 0
  })
})
afterEach(() => {
  vendor.mode = 'answer'
  vendor.requests.length = 0
})
afterAll(async () => {
  await studio.close()
  await vendor.close()
})

const help = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
  studio.call(PATH, {
    json: body,
    token: ada.credential.token,
    headers: { origin: BASE, ...headers }
  })
const runs = async (): Promise<{ charged: number; state: string }[]> =>
  studio.context.database.db.selectFrom('run').select(['charged', 'state']).execute()
const fieldOf = async (answer: Promise<Response>): Promise<unknown> =>
  ((await (await answer).json()) as { error: { issues?: { field: string }[] } }).error.issues?.[0]
    ?.field

test('everybody sees which model would help, and about what it costs', async () => {
  const offers = await json<PromptOffers>(studio.call(PATH))
  expect(offers.improve).toEqual(offers.translate)
  for (const offer of Object.values(offers)) {
    expect(offer).toMatchObject({ model: expect.any(String), label: expect.any(String) })
    expect(offer?.credits).toBeGreaterThan(0)
  }
  const { items } = await json<{ items: { name: string; price: { output: number } }[] }>(
    studio.call('/aichat/models')
  )
  const least = Math.min(...items.map(({ price }) => price.output))
  expect(items.find(({ name }) => name === offers.improve?.model)?.price.output).toBe(least)
})

describe('a prompt', () => {
  test('is rewritten by the model, charged like an answer, and not listed as a chat', async () => {
    vendor.pieces = ['“A red fox ', 'on a hill, gouache”']
    const before = (await runs()).length
    const { text, model } = await json<HelpedPrompt>(
      help({ task: 'improve', text: 'a fox', service: 'kling' })
    )
    expect(text).toBe('A red fox on a hill, gouache')
    const [request] = vendor.requests
    expect(request?.body.messages).toEqual([
      { role: 'system', content: expect.stringContaining('a generator of videos') },
      { role: 'user', content: 'a fox' }
    ])
    const done = await runs()
    expect(done).toHaveLength(before + 1)
    expect(done.at(-1)).toMatchObject({ state: 'succeeded' })
    expect(done.some(({ charged }) => charged > 0)).toBe(true)
    expect(model).toBe((await json<PromptOffers>(studio.call(PATH))).improve?.model)
    const listed = studio.call('/aichat/conversations', {
      json: { action: 'retrieve_batch' },
      token: ada.credential.token
    })
    expect(await json(listed)).toMatchObject({ items: [] })
    expect(await ledgerFaults(studio)).toEqual([])
  })

  test('is improved for what an operator’s own tool generates', async () => {
    const place = '/api/v1/operation/own-services'
    const operator = { token: ada.token.access_token }
    const schema = JSON.stringify(
      falSchema({ prompt: { type: 'string' } }, ['prompt'], {
        video: { $ref: '#/components/schemas/File' }
      })
    )
    const { id } = await json<OperatedService>(
      studio.call(place, { ...operator, json: { schema } })
    )
    await json(
      studio.call(`${place}/${id}`, { ...operator, method: 'PUT', json: { enabled: true } })
    )
    await json(help({ task: 'improve', text: 'a fox', service: id }))
    expect(JSON.stringify(vendor.requests[0]?.body.messages)).toContain('a generator of videos')
  })

  test('is translated, with another instruction', async () => {
    await json(help({ task: 'translate', text: 'ein Fuchs --ar 16:9' }))
    expect(JSON.stringify(vendor.requests[0]?.body.messages)).toContain('into English')
  })

  test('is charged once when a call is repeated with its key', async () => {
    const before = (await runs()).length
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = { task: 'improve', text: 'a boat' }
    const [one, two] = [await json(help(body, key)), await json(help(body, key))]
    expect([one, (await runs()).length]).toEqual([two, before + 1])
  })

  test('describes an own image, which the vendor gets as data', async () => {
    const { file_url } = await upload(studio, ada, PICTURE, 'a.png')
    await json(help({ task: 'describe', image_url: file_url }))
    expect(JSON.stringify(vendor.requests[0]?.body.messages)).toContain('data:image/png;base64,')
  })

  test('costs nothing if the model fails', async () => {
    vendor.mode = 'unauthorized'
    const before = (await runs()).reduce((sum, { charged }) => sum + charged, 0)
    expect((await help({ task: 'improve', text: 'a fox' })).ok).toBe(false)
    expect((await runs()).reduce((sum, { charged }) => sum + charged, 0)).toBe(before)
    expect(await ledgerFaults(studio)).toEqual([])
  })
})

test('a call without its text or image is refused by the name of the field', async () => {
  expect(await fieldOf(help({ task: 'improve', text: '  ' }))).toBe('text')
  expect(await fieldOf(help({ task: 'describe', text: 'a fox' }))).toBe('image_url')
  expect((await help({ task: 'sing', text: 'a fox' })).status).toBe(400)
  expect((await help({ task: 'improve', text: 'x'.repeat(10_001) })).status).toBe(400)
  expect(vendor.requests).toEqual([])
})

test('the sandbox does not help, since it writes about itself', async () => {
  const demo = await openStudio()
  try {
    const nobody = { improve: null, translate: null, describe: null }
    expect(await json(demo.call(PATH))).toEqual(nobody)
    const uma = await person(demo)
    const asked = demo.call(PATH, {
      json: { task: 'improve', text: 'a fox' },
      token: uma.credential.token
    })
    expect((await asked).status).toBe(404)
  } finally {
    await demo.close()
  }
})

test.each([
  ['“A fox”', 'A fox'],
  ['  "A fox"\n', 'A fox'],
  ['A fox called “Rex”, running', 'A fox called “Rex”, running'],
  ['`A fox`', 'A fox'],
  ['A sign that says “OPEN”', 'A sign that says “OPEN”']
])('quotation marks around a prompt are removed: %s', (written, prompt) => {
  expect(cleanPrompt(written)).toBe(prompt)
})
