import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startModerationServer, type ModerationServer } from '../support/moderation-server.ts'
import { refusal } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let server: ModerationServer
let studio: TestStudio
let ada: TestPerson

beforeAll(async () => {
  server = await startModerationServer()
  studio = await openStudio({
    environment: { RATE_LIMITS: 'off', MODERATION_URL: server.url, MODERATION_API_KEY: 'mod-key' }
  })
  ada = await person(studio)
  const features = JSON.stringify({ moderation: { enabled: true } })
  await studio.context.database.db.updateTable('site').set({ features }).execute()
  studio.context.clock.advance(10_000)
})
beforeEach(() => void (server.requests.length = 0))
afterAll(async () => {
  await studio.close()
  await server.close()
})

const post = (path: string, body: object, who = ada): Promise<Response> =>
  studio.call(path, {
    json: { model: 'gpt-5-all', ...body },
    token: who.credential.token,
    headers: { accept: 'application/json' }
  })
const ask = (question: string, more: object = {}): Promise<Response> =>
  post('/aichat/conversations', { question: `${question} [sandbox:tokens=3]`, ...more })
const FLAGGED = [403, 'forbidden', 'references flagged']

async function upload(
  bytes: string | Uint8Array<ArrayBuffer>,
  name = 'note.txt',
  who = ada
): Promise<string> {
  const form = new FormData()
  form.set('file', new File([bytes], name))
  const { file_url } = await json<{ file_url: string }>(
    studio.call('/api/v1/files/', { method: 'POST', body: form, token: who.token.access_token })
  )
  return file_url
}
const inputs = (): string[] => server.requests.flatMap(({ body }) => body.input)

test('a text file is checked with its question, the whole text and its name', async () => {
  expect(
    await refusal(ask('Read it', { references: [await upload('some forbidden words')] }))
  ).toEqual(FLAGGED)
  const long = `${'word '.repeat(10_000)}forbidden`
  expect(await refusal(ask('Read it', { references: [await upload(long)] }))).toEqual(FLAGGED)
  expect(
    await refusal(ask('Read it', { references: [await upload('fine', 'forbidden.txt')] }))
  ).toEqual(FLAGGED)
  expect((await ask('Read it', { references: [await upload('fine words')] })).status).toBe(200)
})

test('a file is checked once, and after an import only if it has not been checked', async () => {
  const address = await upload('read me once')
  const { id } = await json<{ id: string }>(ask('One', { references: [address] }))
  await json(ask('Two', { id }))
  await json(ask('Three', { references: [address] }))
  expect(inputs().filter(text => text === 'read me once')).toHaveLength(1)
  const content = [
    { type: 'text', text: 'Look' },
    {
      type: 'file_url',
      file_url: await upload('forbidden again'),
      media_type: 'text/plain',
      size: 1_000_000
    }
  ]
  const brought = await json<{ id: string }>(
    post('/aichat/conversations', {
      action: 'import',
      title: 'Old',
      messages: [{ role: 'user', content }]
    })
  )
  expect((await refusal(ask('go on', brought)))[2]).toMatch(/^messages\.\S+ flagged$/)
})

test('files sent by API clients are checked, whether by address or as bytes', async () => {
  const asked = (file: object): Promise<Response> =>
    post('/v1/chat/completions', {
      messages: [{ role: 'user', content: [{ type: 'file', file }] }]
    })
  const inline = (text: string, type = 'text/plain'): string =>
    `data:${type};base64,${Buffer.from(text).toString('base64')}`
  expect((await asked({ file_data: inline('forbidden') })).status).toBe(403)
  expect(
    (await asked({ file_data: inline('forbidden', 'TEXT/markdown;charset=utf-8') })).status
  ).toBe(403)
  expect((await asked({ file_data: inline('{"a":"forbidden"}', 'application/json') })).status).toBe(
    403
  )
  expect((await asked({ file_data: await upload('forbidden') })).status).toBe(403)
  expect((await asked({ file_data: inline('fine [sandbox:tokens=3]') })).status).toBe(200)
})

test('a file of another user is not checked, since the vendor does not get it', async () => {
  const eve = await person(studio)
  const address = await upload('forbidden of another', 'note.txt', eve)
  const content = [
    { type: 'file_url', file_url: address, media_type: 'text/plain', size: 1_000_000 }
  ]
  const { id } = await json<{ id: string }>(
    post('/aichat/conversations', {
      action: 'import',
      title: 'Old',
      messages: [{ role: 'user', content }]
    })
  )
  expect((await ask('go on', { id })).status).toBe(200)
  expect(inputs().join()).not.toContain('of another')
})
