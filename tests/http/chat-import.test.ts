import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Conversation } from '#contract/conversation.ts'
import {
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

type Body = Record<string, unknown>

function post(body: Body, headers: Record<string, string> = {}): Promise<Response> {
  return studio.call('/aichat/conversations', { json: body, token: ada.credential.token, headers })
}
function importChat(body: Body, headers: Record<string, string> = {}): Promise<Conversation> {
  return json(post({ action: 'import', ...body }, headers))
}
async function issues(body: Body): Promise<string[]> {
  const answer = await post({ action: 'import', ...body })
  const { error } = (await answer.json()) as {
    error: { issues?: { field: string; code: string }[] }
  }
  return [`${answer.status}`, ...(error.issues ?? []).map(({ field, code }) => `${field} ${code}`)]
}
async function balance(): Promise<number> {
  const path = `/api/v1/applications/${ada.application.id}`
  return (await json<Application>(studio.call(path, { token: ada.token.access_token })))
    .remaining_amount
}

const QUESTION = { role: 'user', content: 'Why?' }
const ANSWER = { role: 'assistant', content: 'Because.' }

test('an import creates a conversation at no cost, which can be continued', async () => {
  const before = await balance()
  const imported = await importChat({
    title: ' Causes ',
    model: 'deepseek-v3',
    messages: [QUESTION, ANSWER],
    preset: 'Be brief.',
    temperature: 0.5
  })
  expect(imported).toMatchObject({
    title: 'Causes',
    model: 'deepseek-v3',
    preset: 'Be brief.',
    temperature: 0.5
  })
  expect(imported.messages).toMatchObject([
    { ...QUESTION, state: 'finished' },
    { ...ANSWER, state: 'finished' }
  ])
  expect(imported.leaf_id).toBe(imported.messages?.[1]?.id)
  expect(await balance()).toBe(before)
  const followUp = await frames(
    await post({ id: imported.id, model: 'deepseek-v3', question: 'And? [sandbox:tokens=5]' })
  )
  expect(followUp.done).toBe(true)
  expect(
    (await json<Conversation>(post({ action: 'retrieve', id: imported.id }))).messages
  ).toHaveLength(4)
})

test('an imported tree keeps its versions in any order and with any ids', async () => {
  const messages = [
    {
      ...ANSWER,
      id: 'b2',
      parent_id: 'a',
      content: 'second',
      model: 'gpt-4o',
      created_at: 1_700_000_020
    },
    { ...QUESTION, id: 'c', parent_id: 'b1', content: 'more' },
    { ...ANSWER, id: 'b1', parent_id: 'a', content: 'first', reasoning: 'Hm.', thought: 1.5 },
    { ...QUESTION, id: 'a', parent_id: null, created_at: 1_700_000_000 }
  ]
  const imported = await importChat({ messages, leaf_id: 'b1' })
  expect(imported.messages?.map(({ content }) => content)).toEqual(['Why?', 'first', 'more'])
  expect(imported.messages?.[1]).toMatchObject({ reasoning: 'Hm.', thought: 1.5 })
  expect(imported.messages?.[1]?.versions).toHaveLength(2)
  expect(imported.created_at).toBe(1_700_000_000)
  const tree = await json<Conversation>(post({ action: 'retrieve', id: imported.id, tree: true }))
  expect(tree.messages).toHaveLength(4)
  const other = tree.messages?.find(({ content }) => content === 'second')
  expect(other).toMatchObject({ model: 'gpt-4o', created_at: 1_700_000_020 })
  expect(tree.messages?.map(({ id }) => id)).not.toContain('a')
})

test('a conversation that is exported and imported again is the same', async () => {
  const first = await importChat({
    messages: [
      { ...QUESTION, id: 'a' },
      { ...ANSWER, id: 'b', parent_id: 'a' },
      { ...ANSWER, id: 'c', parent_id: 'a' }
    ],
    leaf_id: 'b'
  })
  const tree = await json<Conversation>(post({ action: 'retrieve', id: first.id, tree: true }))
  const again = await importChat({ ...tree, leaf_id: first.leaf_id ?? undefined })
  const words = ({ messages = [] }: Conversation): unknown[] =>
    messages.map(({ role, content }) => [role, content])
  expect(words(again)).toEqual(words(first))
})

test('an import is searchable and takes its first question as its title when it has none', async () => {
  const imported = await importChat({
    messages: [{ ...QUESTION, content: 'Where do quokkas live?' }, ANSWER]
  })
  expect(imported.title).toBe('Where do quokkas live?')
  const found = await json<{ items: Conversation[] }>(
    post({ action: 'retrieve_batch', search: 'quokkas' })
  )
  expect(found.items.map(({ id }) => id)).toEqual([imported.id])
})

test('an unknown model is replaced by an available one of its group', async () => {
  expect((await importChat({ model: 'gpt-99', messages: [QUESTION] })).model).toBe('gpt-6-sol')
  expect(
    (await importChat({ model: 'gpt-99', model_group: 'grok', messages: [QUESTION] })).model
  ).toBe('grok-4.7')
  expect((await importChat({ model: 'gpt-4o', messages: [QUESTION] })).model).toBe('gpt-4o')
})

test('an import that is repeated with its idempotency key is stored once', async () => {
  const headers = { 'idempotency-key': 'twice' }
  const [one, two] = [
    await importChat({ messages: [QUESTION] }, headers),
    await importChat({ messages: [QUESTION] }, headers)
  ]
  expect(two.id).toBe(one.id)
})

test('an import takes two thousand messages and refuses one more', async () => {
  const many = Array.from({ length: 2001 }, (_, index) => (index % 2 === 0 ? QUESTION : ANSWER))
  expect((await importChat({ messages: many.slice(0, 2000) })).messages).toHaveLength(2000)
  expect(await issues({ messages: many })).toEqual(['400', 'messages too_many'])
})

test.each([
  [{}, ['messages required']],
  [{ messages: [] }, ['messages required']],
  [{ messages: [{ content: 'x' }] }, ['messages.0.role not_allowed']],
  [{ messages: [{ role: 'tool', content: 'x' }] }, ['messages.0.role not_allowed']],
  [
    { messages: [QUESTION, { ...ANSWER, parent_id: 'gone' }] },
    ['messages.1.parent_id not_allowed']
  ],
  [{ messages: [{ ...QUESTION, id: 'a', parent_id: 'a' }] }, ['messages.0.parent_id invalid']],
  [
    {
      messages: [
        { ...QUESTION, id: 'a', parent_id: 'b' },
        { ...ANSWER, id: 'b', parent_id: 'a' }
      ]
    },
    ['messages.0.parent_id invalid', 'messages.1.parent_id invalid']
  ],
  [
    {
      messages: [
        { ...QUESTION, id: 'a' },
        { ...ANSWER, id: 'a' }
      ]
    },
    ['messages.1.id not_allowed']
  ],
  [{ messages: [QUESTION], leaf_id: 'gone' }, ['leaf_id not_allowed']],
  [{ messages: [{ ...QUESTION, content: 'x'.repeat(100_001) }] }, ['messages.0.content too_long']],
  [{ messages: [{ ...ANSWER, model: 'x'.repeat(101) }] }, ['messages.0.model too_long']],
  [
    {
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: 'javascript:alert(1)' }] }
      ]
    },
    ['messages.0.content.0.image_url invalid']
  ],
  [
    {
      messages: [
        { role: 'user', content: [{ type: 'file_url', file_url: { url: '/etc/passwd' } }] }
      ]
    },
    ['messages.0.content.0.file_url invalid']
  ],
  [{ messages: [QUESTION], temperature: 9 }, ['temperature too_large']]
])('a wrong field is named, and nothing is stored: %j', async (body, wrong) => {
  const before = await json<{ total: number }>(post({ action: 'retrieve_batch' }))
  expect(await issues(body)).toEqual(['400', ...wrong])
  expect((await json<{ total: number }>(post({ action: 'retrieve_batch' }))).total).toBe(
    before.total
  )
})
