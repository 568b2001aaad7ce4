import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import type { Completion } from '#contract/openai.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** The two UTF-16 halves (surrogates) of an emoji. */
const [HIGH, LOW] = ['\ud83d', '\ude00']

let vendor: OpenaiServer
let studio: TestStudio
let ada: TestPerson

beforeAll(async () => {
  vendor = await startOpenaiServer({
    pieces: [`torn ${HIGH}`, `${LOW} and half ${HIGH}`, '.'],
    thoughts: [`hm ${LOW}`]
  })
  studio = await openStudio({
    environment: { OPENAI_API_KEY: 'sk-operator', OPENAI_BASE_URL: vendor.url }
  })
  ada = await person(studio)
})
afterAll(async () => {
  await studio.close()
  await vendor.close()
})

const post = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
  studio.call('/aichat/conversations', { json: body, token: ada.credential.token, headers })

/** The JSON escape of a half character. */
const HALF = /\\u[dD][89a-fA-F]/

test('a character that the vendor splits is whole in the stream, the conversation and the title', async () => {
  const streamed = await (
    await post({ model: 'gpt-6-sol', question: `Why ${HIGH}?` }, { accept: 'text/event-stream' })
  ).text()
  expect(streamed).not.toMatch(HALF)
  expect(streamed).toContain('😀')
  const { items } = await json<{ items: Conversation[] }>(
    post({ action: 'retrieve_batch', limit: 1 })
  )
  const answer = await (await post({ action: 'retrieve', id: items[0]?.id })).text()
  expect(answer).not.toMatch(HALF)
  expect((JSON.parse(answer) as Conversation).messages?.map(({ content }) => content)).toEqual([
    'Why \ufffd?',
    'torn 😀 and half \ufffd.'
  ])
  expect(items[0]?.title).toBe('Why \ufffd?')
  expect(JSON.stringify(vendor.requests.at(-1)?.body)).not.toMatch(HALF)
})

test('the OpenAI API answers with whole characters', async () => {
  const body = { model: 'gpt-6-sol', messages: [{ role: 'user', content: LOW }] }
  const { choices } = await json<Completion>(
    studio.call('/v1/chat/completions', { json: body, token: ada.credential.token })
  )
  expect(choices[0]?.message.content).toBe('torn 😀 and half \ufffd.')
})

test('stored half characters are read as replacement characters', async () => {
  const messages = [{ role: 'user', content: `imported ${HIGH}` }]
  const { id } = await json<Conversation>(post({ action: 'import', title: `of ${LOW}`, messages }))
  expect(await (await post({ action: 'retrieve', id })).text()).not.toMatch(HALF)
  const { db } = studio.context.database
  await db
    .updateTable('message')
    .set({ content: JSON.stringify(`older ${HIGH}`) })
    .where('conversation_id', '=', id)
    .execute()
  const { messages: read = [] } = await json<Conversation>(post({ action: 'retrieve', id }))
  expect(read.map(({ content }) => content)).toEqual(['older \ufffd'])
})

test('a nickname has whole characters', async () => {
  const token = ada.token.access_token
  const named = await json(
    studio.call('/api/v1/users/me', { method: 'PUT', json: { nickname: `Ada${HIGH}` }, token })
  )
  expect(named).toMatchObject({ nickname: 'Ada\ufffd' })
})
