import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Conversation } from '#contract/conversation.ts'
import {
  BASE,
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson

beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
})
afterAll(() => studio.close())

const ask = (body: Record<string, unknown>, token = ada.credential.token): Promise<Response> =>
  studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', ...body },
    token,
    headers: { accept: 'text/event-stream' }
  })

test('a new user asks a question and finds the answer again', async () => {
  expect(ada.application).toMatchObject({
    type: 'Usage',
    scope: 'Global',
    remaining_amount: 20,
    free: 'granted'
  })
  const answer = await ask({
    question: ' What is a lighthouse? [sandbox:tokens=40]',
    id: '',
    references: [],
    stateful: true
  })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const stream = await frames(answer)
  expect(stream.done).toBe(true)
  const [first] = stream.frames
  expect(first).toMatchObject({ type: 'start', seq: 1 })

  const list = await json<{ items: Conversation[]; count: number }>(
    ask({ action: 'retrieve_batch', user_id: 'whoever' })
  )
  expect(list.count).toBe(1)
  const [conversation] = list.items
  expect(conversation).toMatchObject({
    id: first?.['id'],
    model: 'gpt-5-all',
    title: expect.stringContaining('What is a lighthouse?')
  })
  expect(conversation?.messages).toMatchObject([
    { role: 'user', state: 'finished' },
    { role: 'assistant', state: 'finished', content: stream.text }
  ])
  const after = await json<Application>(
    studio.call(`/api/v1/applications/${ada.application.id}`, { token: ada.token.access_token })
  )
  expect(after.remaining_amount).toBeLessThan(20)
  expect(after.used_amount).toBeCloseTo(20 - after.remaining_amount, 9)
  expect(after.credentials).toMatchObject([{ host: BASE, token: ada.credential.token }])
})

test('the first user becomes the admin of the site, and the second does not', async () => {
  const sites = (token?: string) =>
    json<{ items: { admins: string[]; origin: string }[] }>(
      studio.call(`/api/v1/sites/?origin=${BASE}`, { token })
    )
  const { items } = await sites(ada.token.access_token)
  expect(items).toMatchObject([
    { admins: [ada.application.user_id], origin: expect.stringMatching(/^http:\/\/localhost-/) }
  ])
  await person(studio)
  expect((await sites(ada.token.access_token)).items[0]?.admins).toEqual([ada.application.user_id])
  // Only admins see who the admins are.
  expect((await sites()).items[0]?.admins).toEqual([])
})
