import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import type { Share, SharedConversation } from '#contract/share.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson

beforeAll(async () => {
  studio = await openStudio({ environment: { ALLOWED_ORIGINS: 'https://other.example' } })
  ada = await person(studio)
})
afterAll(() => studio.close())

function act(body: Record<string, unknown>, who = ada): Promise<Response> {
  return studio.call('/aichat/conversations', {
    json: body,
    token: who.credential.token,
    headers: { accept: 'application/json', origin: BASE }
  })
}
function ask(question: string, more: Record<string, unknown> = {}): Promise<{ id: string }> {
  return json(act({ model: 'gpt-5-all', question: `${question} [sandbox:tokens=6]`, ...more }))
}
async function share(id: string): Promise<Share> {
  return (await json<{ share: Share }>(act({ action: 'share', id }))).share
}
function read(id: string, headers: Record<string, string> = {}): Promise<Response> {
  return studio.call(`/aichat/shares/${id}`, { headers })
}

test('a link shows what was said until then, to anyone, and nothing about who said it', async () => {
  const { id } = await ask('Why are there tides?')
  const link = await share(id)
  expect(link.id).toMatch(/^[\w-]{43}$/)
  expect(link.url).toBe(`${BASE}/share/${link.id}`)
  await ask('And this comes later', { id })

  const answer = await read(link.id)
  const text = await answer.clone().text()
  const shared = (await answer.json()) as SharedConversation
  expect(shared.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(shared).toMatchObject({ model: 'gpt-6-sol', created_at: link.created_at })
  expect(Object.keys(shared).toSorted()).toEqual(['created_at', 'messages', 'model', 'title'])
  for (const message of shared.messages)
    expect(Object.keys(message).toSorted()).toEqual(['content', 'role'])
  expect(text).not.toContain('later')
  for (const secret of [ada.email, ada.application.id, ada.credential.token, id])
    expect(text).not.toContain(secret)
})

test('other versions and thoughts are not shown', async () => {
  const said = (id: string, parent_id: string | null, role: string, content: string): object => ({
    id,
    parent_id,
    role,
    content
  })
  const messages = [
    said('a', null, 'user', 'asked'),
    { ...said('b', 'a', 'assistant', 'first answer'), reasoning: 'secret thought' },
    {
      ...said('c', 'a', 'assistant', '<think>old thought</think>second answer'),
      reasoning: 'secret thought'
    },
    {
      ...said('f', 'c', 'assistant', ''),
      content: [{ type: 'text', text: '<think>old thought</think>third' }]
    },
    said('d', 'b', 'system', 'orders'),
    said('e', 'd', 'user', 'below the first')
  ]
  const { id } = await json<Conversation>(
    act({ action: 'import', title: 'Versions', messages, leaf_id: 'c', preset: 'a preset' })
  )
  const shared = await (await read((await share(id)).id)).text()
  expect(JSON.parse(shared)).toMatchObject({
    title: 'Versions',
    messages: [{ content: 'asked' }, { content: 'second answer' }, { content: [{ text: 'third' }] }]
  })
  expect(shared).not.toMatch(/first|thought|orders|preset/)
})

test('a second time the same link moves to what is shown then', async () => {
  const { id } = await ask('One')
  const link = await share(id)
  await ask('Two', { id })
  expect((await json<SharedConversation>(read(link.id))).messages).toHaveLength(2)
  expect((await share(id)).id).toBe(link.id)
  expect((await json<SharedConversation>(read(link.id))).messages).toHaveLength(4)
  expect(await json<Conversation>(act({ action: 'retrieve', id }))).toMatchObject({
    share: link.id
  })
})

test('a link has the name of the moment in which it was made', async () => {
  const { id } = await ask('One')
  const link = await share(id)
  await act({ action: 'update', id, title: 'Of my divorce' })
  expect(await json<SharedConversation>(read(link.id))).toMatchObject({
    title: 'One [sandbox:tokens=6]'
  })
  await share(id)
  expect(await json<SharedConversation>(read(link.id))).toMatchObject({ title: 'Of my divorce' })
})

test('a link names who answered, whoever is asked next', async () => {
  const { id } = await ask('Who are you?')
  const link = await share(id)
  await act({ id, model: 'deepseek-v3', question: 'And you? [sandbox:tokens=6]' })
  expect(await json<SharedConversation>(read(link.id))).toMatchObject({ model: 'gpt-6-sol' })
})

test('a link never shows what was put in place of what it was made for; its owner can make it anew', async () => {
  const { id } = await ask('One')
  const { id: link } = await share(id)
  const { messages = [] } = await json<Conversation>(act({ action: 'retrieve', id }))
  const changed = [{ role: 'user', content: 'Private' }, messages[1]]
  expect(await json<Conversation>(act({ action: 'update', id, messages: changed }))).toMatchObject({
    share: null
  })
  expect((await read(link)).status).toBe(404)
  await share(id)
  expect(await json<SharedConversation>(read(link))).toMatchObject({
    messages: [{ content: 'Private' }, {}]
  })
})

test('a link that was taken back leads nowhere, and a new one has another address', async () => {
  const { id } = await ask('Secret soon')
  const link = await share(id)
  expect(await json(act({ action: 'unshare', id }))).toEqual({ id, success: true })
  expect(await json(act({ action: 'unshare', id }))).toEqual({ id, success: true })
  const gone = await read(link.id)
  expect([gone.status, ((await gone.json()) as { code: string }).code]).toEqual([404, 'not_found'])
  expect((await share(id)).id).not.toBe(link.id)
})

test('with its conversation the link goes', async () => {
  const { id } = await ask('To be deleted')
  const link = await share(id)
  await act({ action: 'delete', id })
  expect((await read(link.id)).status).toBe(404)
})

test('a link belongs to the site that it was made at', async () => {
  const { id } = await ask('Here')
  const link = await share(id)
  expect((await read(link.id, { origin: 'https://other.example' })).status).toBe(404)
  expect((await read(link.id, { origin: BASE })).status).toBe(200)
})

test('only its owner shares a conversation, and only one in which something was said', async () => {
  const eve = await person(studio)
  const { id } = await ask('Mine')
  for (const action of ['share', 'unshare'])
    expect((await act({ action, id }, eve)).status).toBe(404)
  expect((await act({ action: 'share' })).status).toBe(400)
  const silent = await json<Conversation>(
    act({ action: 'import', messages: [{ role: 'system', content: 'orders' }] })
  )
  const refused = await act({ action: 'share', id: silent.id })
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    400,
    'bad_request'
  ])
})

test.each(['nothing', 'x'.repeat(43), '%2e%2e%2f', "' or 1=1"])(
  'an id that is none is answered as missing: %s',
  async id => {
    expect((await read(encodeURIComponent(id))).status).toBe(404)
  }
)
