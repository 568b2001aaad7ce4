import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import type { ShareLink, SharedConversation } from '#contract/share.ts'
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

function post(body: Record<string, unknown>, who = ada): Promise<Response> {
  return studio.call('/aichat/conversations', {
    json: body,
    token: who.credential.token,
    headers: { accept: 'application/json', origin: BASE }
  })
}
function ask(question: string, more: Record<string, unknown> = {}): Promise<{ id: string }> {
  return json(post({ model: 'gpt-5-all', question: `${question} [sandbox:tokens=6]`, ...more }))
}
async function share(id: string): Promise<ShareLink> {
  return (await json<{ share: ShareLink }>(post({ action: 'share', id }))).share
}
function read(id: string, headers: Record<string, string> = {}): Promise<Response> {
  return studio.call(`/aichat/shares/${id}`, { headers })
}

test('a shared link shows the conversation so far to anyone, without its author', async () => {
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
  for (const each of shared.messages)
    expect(Object.keys(each).toSorted()).toEqual(['content', 'role'])
  expect(text).not.toContain('later')
  for (const secret of [ada.email, ada.application.id, ada.credential.token, id])
    expect(text).not.toContain(secret)
})

test('a shared link shows no other versions and no thoughts', async () => {
  const message = (
    id: string,
    parent_id: string | null,
    role: string,
    content: string
  ): object => ({
    id,
    parent_id,
    role,
    content
  })
  const messages = [
    message('a', null, 'user', 'asked'),
    { ...message('b', 'a', 'assistant', 'first answer'), reasoning: 'secret thought' },
    {
      ...message('c', 'a', 'assistant', '<think>old thought</think>second answer'),
      reasoning: 'secret thought'
    },
    {
      ...message('f', 'c', 'assistant', ''),
      content: [{ type: 'text', text: '<think>old thought</think>third' }]
    },
    message('d', 'b', 'system', 'orders'),
    message('e', 'd', 'user', 'below the first')
  ]
  const { id } = await json<Conversation>(
    post({ action: 'import', title: 'Versions', messages, leaf_id: 'c', preset: 'a preset' })
  )
  const shared = await (await read((await share(id)).id)).text()
  expect(JSON.parse(shared)).toMatchObject({
    title: 'Versions',
    messages: [{ content: 'asked' }, { content: 'second answer' }, { content: [{ text: 'third' }] }]
  })
  expect(shared).not.toMatch(/first|thought|orders|preset/)
})

test('sharing again updates the same link to the current messages', async () => {
  const { id } = await ask('One')
  const link = await share(id)
  await ask('Two', { id })
  expect((await json<SharedConversation>(read(link.id))).messages).toHaveLength(2)
  expect((await share(id)).id).toBe(link.id)
  expect((await json<SharedConversation>(read(link.id))).messages).toHaveLength(4)
  expect(await json<Conversation>(post({ action: 'retrieve', id }))).toMatchObject({
    share: link.id
  })
})

test('a shared link keeps its title until it is shared again', async () => {
  const { id } = await ask('One')
  const link = await share(id)
  await post({ action: 'update', id, title: 'Of my divorce' })
  expect(await json<SharedConversation>(read(link.id))).toMatchObject({
    title: 'One [sandbox:tokens=6]'
  })
  await share(id)
  expect(await json<SharedConversation>(read(link.id))).toMatchObject({ title: 'Of my divorce' })
})

test('a shared link keeps showing the model that answered', async () => {
  const { id } = await ask('Who are you?')
  const link = await share(id)
  await post({ id, model: 'deepseek-v3', question: 'And you? [sandbox:tokens=6]' })
  expect(await json<SharedConversation>(read(link.id))).toMatchObject({ model: 'gpt-6-sol' })
})

test('a shared link closes when its messages are replaced, and its owner can open it again', async () => {
  const { id } = await ask('One')
  const { id: link } = await share(id)
  const { messages = [] } = await json<Conversation>(post({ action: 'retrieve', id }))
  const changed = [{ role: 'user', content: 'Private' }, messages[1]]
  expect(await json<Conversation>(post({ action: 'update', id, messages: changed }))).toMatchObject(
    {
      share: null
    }
  )
  expect((await read(link)).status).toBe(404)
  await share(id)
  expect(await json<SharedConversation>(read(link))).toMatchObject({
    messages: [{ content: 'Private' }, {}]
  })
})

test('a withdrawn link is not found, and sharing again creates another address', async () => {
  const { id } = await ask('Secret soon')
  const link = await share(id)
  expect(await json(post({ action: 'unshare', id }))).toEqual({ id, success: true })
  expect(await json(post({ action: 'unshare', id }))).toEqual({ id, success: true })
  const withdrawn = await read(link.id)
  expect([withdrawn.status, ((await withdrawn.json()) as { code: string }).code]).toEqual([
    404,
    'not_found'
  ])
  expect((await share(id)).id).not.toBe(link.id)
})

test('deleting the conversation closes its link', async () => {
  const { id } = await ask('To be deleted')
  const link = await share(id)
  await post({ action: 'delete', id })
  expect((await read(link.id)).status).toBe(404)
})

test('a link opens only on the site where it was created', async () => {
  const { id } = await ask('Here')
  const link = await share(id)
  expect((await read(link.id, { origin: 'https://other.example' })).status).toBe(404)
  expect((await read(link.id, { origin: BASE })).status).toBe(200)
})

test('only the owner shares a conversation, and not one without a question or answer', async () => {
  const eve = await person(studio)
  const { id } = await ask('Mine')
  for (const action of ['share', 'unshare'])
    expect((await post({ action, id }, eve)).status).toBe(404)
  expect((await post({ action: 'share' })).status).toBe(400)
  const silent = await json<Conversation>(
    post({ action: 'import', messages: [{ role: 'system', content: 'orders' }] })
  )
  const refused = await post({ action: 'share', id: silent.id })
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    400,
    'bad_request'
  ])
})

test.each(['nothing', 'x'.repeat(43), '%2e%2e%2f', "' or 1=1"])(
  'an invalid link id is not found: %s',
  async id => {
    expect((await read(encodeURIComponent(id))).status).toBe(404)
  }
)
