import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShareLink } from '#contract/share.ts'
import type { ShortLink } from '#contract/short-link.ts'
import { mountParts, type Studio } from '#servers/studio.ts'
import { upload } from '../support/files.ts'
import { refusal } from '../support/shop.ts'
import {
  BASE,
  json,
  LOCAL,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let hub: Studio
let ada: TestPerson
let eve: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  hub = await mountParts(studio.context, { site: true })
  ada = await person(studio)
  eve = await person(studio)
})
afterAll(async () => {
  for (const part of Object.values(hub.parts)) await part.stop()
  await studio.close()
})

const TAKEN = [403, 'forbidden', 'id taken_down']
const block = async (method: 'PUT' | 'DELETE'): Promise<void> => {
  const path = `/api/v1/operation/people/${eve.application.user_id}/block`
  const body = method === 'PUT' && { json: { reason: 'Sent spam' } }
  expect((await studio.call(path, { method, ...body, token: ada.token.access_token })).ok).toBe(
    true
  )
}
const post = (body: Record<string, unknown>, who: TestPerson): Promise<Response> =>
  studio.call('/aichat/conversations', {
    json: body,
    token: who.credential.token,
    headers: { accept: 'application/json', origin: BASE }
  })
const read = (link: string): Promise<Response> =>
  studio.call(`/aichat/shares/${link}`, { headers: { origin: BASE } })
const page = async (path: string): Promise<[number, string]> => {
  const answer = await hub.fetch(new Request(BASE + path), LOCAL)
  return [answer.status, await answer.text()]
}

/** Shares a conversation that contains a file of its owner. */
async function share(who: TestPerson): Promise<{ link: string; file: string }> {
  const file = `/files/${(await upload(studio, who, 'hello there')).id}`
  const { id } = await json<{ id: string }>(
    post({ model: 'gpt-5-all', question: `Tides ${BASE}${file} [sandbox:tokens=3]` }, who)
  )
  return {
    link: (await json<{ share: ShareLink }>(post({ action: 'share', id }, who))).share.id,
    file
  }
}

describe('while a user is blocked', () => {
  test('their shared links and files are closed until the block ends; those of others stay open', async () => {
    const [own, others] = [await share(eve), await share(ada)]
    await block('PUT')
    expect(await refusal(read(own.link))).toEqual(TAKEN)
    expect(await refusal(studio.call(own.file))).toEqual(TAKEN)
    const report = { json: { share_id: own.link, reason: 'abuse' }, headers: { origin: BASE } }
    expect((await refusal(studio.call('/api/v1/reports', report)))[0]).toBe(404)
    expect([(await read(others.link)).status, (await studio.call(others.file)).status]).toEqual([
      200, 200
    ])
    await block('DELETE')
    expect([(await read(own.link)).status, (await studio.call(own.file)).status]).toEqual([
      200, 200
    ])
  })

  test('the page of their link says in the reader’s language that it is closed and shows no content', async () => {
    const { link } = await share(eve)
    expect(await page(`/de/share/${link}`)).toEqual([200, expect.stringContaining('Tides')])
    await block('PUT')
    const [status, text] = await page(`/de/share/${link}`)
    expect([status, /<h1[^>]*>\s*([^<]*?)\s*</.exec(text)?.[1]]).toEqual([
      410,
      'Dieser Chat wurde entfernt'
    ])
    expect(text).not.toContain('Tides')
    await block('DELETE')
    expect((await page(`/share/${link}`))[0]).toBe(200)
  })

  test('a link that was taken down before stays closed after the block ends', async () => {
    const { link } = await share(eve)
    await studio.context.database.db
      .updateTable('share')
      .set({ taken_down_at: 1 })
      .where('id', '=', link)
      .execute()
    await block('PUT')
    await block('DELETE')
    expect(await refusal(read(link))).toEqual(TAKEN)
  })

  test('their short links are not found', async () => {
    const content = { json: { content: `${BASE}/flux` }, token: eve.token.access_token }
    const { data } = await json<ShortLink>(studio.call('/api/v1/shorturl/', content))
    await block('PUT')
    expect((await refusal(studio.call(data.url)))[0]).toBe(404)
    await block('DELETE')
    expect((await studio.call(data.url)).status).toBe(302)
  })

  test('their files stay open while one of their runs is running, since a vendor may need them', async () => {
    const { file } = await share(eve)
    const { db } = studio.context.database
    const own = db.updateTable('run').where('user_id', '=', eve.application.user_id)
    await own.set({ state: 'running' }).execute()
    await block('PUT')
    expect((await studio.call(file)).status).toBe(200)
    await own.set({ state: 'succeeded' }).execute()
    expect(await refusal(studio.call(file))).toEqual(TAKEN)
    await block('DELETE')
  })
})
