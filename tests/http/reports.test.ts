import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import type { Report } from '#contract/report.ts'
import type { ShareLink } from '#contract/share.ts'
import { refusal, type List } from '../support/shop.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let operator: TestPerson
let eve: TestPerson

beforeAll(async () => {
  studio = await openStudio({
    environment: { RATE_LIMITS: 'off', ALLOWED_ORIGINS: 'https://other.example' }
  })
  operator = await person(studio)
  eve = await person(studio)
})
afterAll(() => studio.close())

const act = (body: Record<string, unknown>, who = eve): Promise<Response> =>
  studio.call('/aichat/conversations', {
    json: body,
    token: who.credential.token,
    headers: { accept: 'application/json', origin: BASE }
  })
const report = (share_id: string, more: object = {}, token?: string): Promise<Response> =>
  studio.call('/api/v1/reports', {
    json: { share_id, reason: 'abuse', ...more },
    headers: { origin: BASE },
    ...(token !== undefined && { token })
  })
const list = (query = '', who = operator): Promise<List<Report>> =>
  json(studio.call(`/api/v1/operation/reports?${query}`, { token: who.token.access_token }))
const settle = (id: string, decision: string, who = operator): Promise<Response> =>
  studio.call(`/api/v1/operation/reports/${id}`, {
    method: 'PUT',
    json: { decision },
    token: who.token.access_token
  })
const read = (id: string): Promise<Response> =>
  studio.call(`/aichat/shares/${id}`, { headers: { origin: BASE } })
const TAKEN = [403, 'forbidden', 'id taken_down']

async function upload(who = eve): Promise<string> {
  const form = new FormData()
  form.set('file', new File(['hello there'], 'note.txt', { type: 'text/plain' }))
  const { file_url } = await json<{ file_url: string }>(
    studio.call('/api/v1/files/', { method: 'POST', body: form, token: who.token.access_token })
  )
  return file_url
}

/** Shares a conversation with a file in its first question, and other messages. */
async function shared(said = 'Read this'): Promise<{ id: string; link: string; file: string }> {
  const address = await upload()
  const file = new URL(address).pathname
  const { id } = await json<{ id: string }>(
    act({ model: 'gpt-5-all', question: `${said} [sandbox:tokens=3]`, references: [address] })
  )
  const { share } = await json<{ share: ShareLink }>(act({ action: 'share', id }))
  return { id, link: share.id, file }
}
const reported = async (link: string, more: object = {}): Promise<Report> => {
  await json(report(link, more))
  const found = (await list('state=open')).items.find(each => each.share_id === link)
  if (found === undefined) throw new Error('not reported')
  return found
}

test('anyone reports a shared conversation, and only operators see the report, once', async () => {
  const { link } = await shared()
  await json(report(link, { text: ' This is me. ' }))
  await json(report(link, { text: ' This is me. ' }))
  await json(report(link, { reason: 'privacy' }, eve.token.access_token))
  const { items, count } = await list('state=OPEN')
  expect(count).toBe(2)
  expect(items.map(({ reason }) => reason).toSorted()).toEqual(['abuse', 'privacy'])
  expect(items.find(({ reason }) => reason === 'privacy')).toMatchObject({
    reporter_id: eve.application.user_id,
    owner_email: eve.email,
    taken_down: false
  })
  expect(
    await refusal(studio.call('/api/v1/operation/reports', { token: eve.token.access_token }))
  ).toEqual([403, 'forbidden'])
  expect(await refusal(settle(items[0]?.id ?? '', 'dismiss', eve))).toEqual([403, 'forbidden'])
})

test('only shared content can be reported, with a known reason and a short text', async () => {
  const { link } = await shared()
  expect((await refusal(report('no-such-link')))[0]).toBe(404)
  expect(
    (
      await studio.call('/api/v1/reports', {
        json: { share_id: link, reason: 'abuse' },
        headers: { origin: 'https://other.example' }
      })
    ).status
  ).toBe(404)
  expect(await refusal(report(link, { reason: 'because' }))).toEqual([
    400,
    'bad_request',
    'reason not_allowed'
  ])
  expect(await refusal(report(link, { text: 'x'.repeat(1001) }))).toEqual([
    400,
    'bad_request',
    'text too_long'
  ])
})

test('a flood of reports is limited', async () => {
  const { link } = await shared()
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => report(link, { text: `again ${index}` }))
  )
  const all = await list('state=open&limit=1000')
  expect(all.items.filter(each => each.share_id === link).length).toBeLessThanOrEqual(30)
})

test('content that is taken down is closed with its files, and its owner keeps it and learns why', async () => {
  const { id, link, file } = await shared()
  const [first] = [await reported(link), await json(report(link, { reason: 'illegal' }))]
  expect((await studio.call(file)).status).toBe(200)
  expect(await json(settle(first.id, 'take_down'))).toMatchObject({
    state: 'taken_down',
    taken_down: true,
    settled_by: operator.application.user_id
  })
  expect((await list('state=open')).items.some(each => each.share_id === link)).toBe(false)

  expect(await refusal(read(link))).toEqual(TAKEN)
  expect(await refusal(studio.call(file))).toEqual(TAKEN)
  const told = await json<Conversation>(act({ action: 'retrieve', id }))
  expect(told).toMatchObject({ share: null, taken_down_at: expect.any(Number) })
  expect(await refusal(act({ action: 'share', id }))).toEqual(TAKEN)
  await json(act({ action: 'unshare', id }))
  expect(await refusal(act({ action: 'share', id }))).toEqual(TAKEN)
  expect((await refusal(report(link)))[0]).toBe(404)

  // Repeating the decision is allowed, and a wrong decision can be undone.
  await json(settle(first.id, 'take_down'))
  expect(await json(settle(first.id, 'restore'))).toMatchObject({
    state: 'dismissed',
    taken_down: false
  })
  expect([(await read(link)).status, (await studio.call(file)).status]).toEqual([200, 200])
  expect(await json(act({ action: 'retrieve', id }))).toMatchObject({ share: link })
})

test('a dismissed report changes nothing, and a link that is no longer shared cannot be taken down', async () => {
  const { id, link } = await shared()
  const first = await reported(link)
  expect(await json(settle(first.id, 'dismiss'))).toMatchObject({
    state: 'dismissed',
    taken_down: false
  })
  expect((await read(link)).status).toBe(200)
  await json(act({ action: 'unshare', id }))
  expect((await refusal(settle(first.id, 'take_down')))[0]).toBe(404)
  expect((await list()).items.find(each => each.id === first.id)).toMatchObject({
    title: null,
    state: 'dismissed'
  })
  expect(await refusal(settle(first.id, 'burn'))).toEqual([
    400,
    'bad_request',
    'decision not_allowed'
  ])
  expect((await refusal(settle('nothing', 'dismiss')))[0]).toBe(404)
})

test('a file of another user stays open, even if the conversation contains its address', async () => {
  const theirs = new URL(await upload(operator)).pathname
  const { link, file } = await shared(`Look at ${theirs} and ${BASE}${theirs}`)
  await json(settle((await reported(link)).id, 'take_down'))
  expect(await refusal(studio.call(file))).toEqual(TAKEN)
  expect((await studio.call(theirs)).status).toBe(200)
})

test('two operators may decide about a report at the same time', async () => {
  const { link } = await shared()
  const first = await reported(link)
  const answers = await Promise.all([settle(first.id, 'take_down'), settle(first.id, 'take_down')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})
