import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Likes, Publication, PublicationPage } from '#contract/publication.ts'
import type { Report } from '#contract/report.ts'
import type { Site } from '#contract/site.ts'
import { restorePublication, takeDownPublication } from '#servers/moderation/take-down.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'
import { openFalWorld } from '../support/http-fal.ts'
import type { List } from '../support/shop.ts'
import { BASE, json, person, type TestPerson } from '../support/studio.ts'
import type { VendorWorld } from '../support/vendor-world.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const PROMPT = 'A fox on a hill, gouache'
const PATH = '/api/v1/publications'

let world: VendorWorld
let eve: TestPerson
let site: Site
beforeAll(async () => {
  world = (await openFalWorld()).world
  eve = await person(world.studio)
  const { items } = await json<List<Site>>(world.studio.call(`/api/v1/sites/?origin=${BASE}`))
  site = items[0] ?? expect.fail('there is a site')
})
afterAll(() => world.close())
beforeEach(async () => {
  for (const table of ['publication', 'publication_like', 'report', 'taken_file'] as const)
    await world.studio.context.database.db.deleteFrom(table).execute()
  await review(true)
})

type Calling = { who?: TestPerson | null; method?: string; body?: unknown }
const call = (path: string, { who = world.ada, method, body }: Calling = {}): Promise<Response> =>
  world.studio.call(path, {
    ...(method !== undefined && { method }),
    ...(body !== undefined && { json: body }),
    headers: { origin: BASE },
    ...(who !== null && { token: who.token.access_token })
  })
const made = async (body: object = {}, to = '/flux/images'): Promise<string> =>
  (await world.post(to, { prompt: PROMPT, ...body })).result.task_id
const share = (task_id: string, listed = false, body: object = {}): Promise<Response> =>
  call(PATH, { body: { task_id, listed, ...body } })
const shared = async (listed = false, task?: string): Promise<Publication> =>
  json<Publication>(share(task ?? (await made()), listed))
const explore = async (query = '', who: TestPerson | null = null): Promise<string[]> =>
  (await json<PublicationPage>(call(`${PATH}?${query}`, { who }))).items.map(({ id }) => id)
const statusOf = async (path: string, calling?: Calling): Promise<number> =>
  (await call(path, calling)).status
const decide = (id: string, state: string, who = world.ada): Promise<Response> =>
  call(`/api/v1/sites/${site.id}/publications/${id}`, { who, method: 'PUT', body: { state } })
const like = (id: string, liked: boolean, who = eve): Promise<Likes> =>
  json<Likes>(call(`${PATH}/${id}/like`, { who, method: 'PUT', body: { liked } }))
const codeOf = async (answer: Promise<Response>): Promise<unknown> =>
  ((await (await answer).json()) as { error: { issues?: { code: string }[] } }).error.issues?.[0]
    ?.code

/** Decides whether admins review results, and whether the site has Explore. */
async function review(enabled: boolean, hasExplore = true): Promise<void> {
  const features = { explore: { enabled: hasExplore }, explore_review: { enabled } }
  await json(call(`/api/v1/sites/${site.id}`, { method: 'PUT', body: { features } }))
  world.studio.context.clock.advance(10_000)
}

describe('a shared result', () => {
  test('is shown to those who have the link, and does not name its user', async () => {
    const task = await made({ size: '16:9', model: 'flux-pro', seed: 7 })
    const one = await shared(false, task)
    expect(one).toMatchObject({ task_id: task, state: 'link', own: true, placeholder: false })
    const seen = await json<Publication>(call(`${PATH}/${one.id}`, { who: null }))
    expect(seen).toEqual({ ...one, task_id: null, own: false })
    expect(seen).toMatchObject({ service: 'flux', prompt: PROMPT, kind: 'image', action: 'images' })
    expect(seen.settings).toMatchObject({ size: '16:9', seed: 7 })
    for (const secret of [world.ada.application.user_id, world.ada.email, task])
      expect(JSON.stringify(seen)).not.toContain(secret)
    expect(await explore()).toEqual([])
  })

  test('keeps its link when it is shared again, also by two calls at once', async () => {
    const task = await made({ count: 2 })
    const both = await Promise.all([shared(false, task), shared(false, task)])
    expect(both[0].id).toBe(both[1].id)
    expect((await shared(true, task)).id).toBe(both[0].id)
    const other = await json<Publication>(share(task, false, { output: 1 }))
    expect(other.id).not.toBe(both[0].id)
    const own = await json<PublicationPage>(call(`/api/v1/users/me/publications?task_id=${task}`))
    expect(own.items.map(({ output }) => output).toSorted()).toEqual([0, 1])
  })

  test('ends with its link, its task or its file', async () => {
    const [ended, task] = [await shared(), await made()]
    const gone = await shared(true, task)
    expect(await statusOf(`${PATH}/${ended.id}`, { who: eve, method: 'DELETE' })).toBe(404)
    expect(await statusOf(`${PATH}/${ended.id}`, { method: 'DELETE' })).toBe(204)
    await world.studio.call('/flux/tasks', {
      json: { action: 'delete', id: task },
      token: world.ada.credential.token
    })
    for (const { id } of [ended, gone]) expect(await statusOf(`${PATH}/${id}`)).toBe(404)
  })

  test('must be a result of the caller with a file', async () => {
    const task = await made()
    expect(await statusOf(PATH, { who: eve, body: { task_id: task } })).toBe(404)
    expect(await statusOf(PATH, { who: null, body: { task_id: task } })).toBe(401)
    expect(await codeOf(share(task, false, { output: 9 }))).toBe('not_allowed')
    expect(await statusOf(PATH, { body: { task_id: task, output: -1 } })).toBe(400)
  })

  test('may be a video or a song', async () => {
    const video = await shared(false, await made({ aspect_ratio: '9:16' }, '/kling/videos'))
    const song = await shared(false, await made({}, '/suno/audios'))
    expect([video.kind, song.kind]).toEqual(['video', 'audio'])
  })
})

describe('Explore', () => {
  test('shows a result after an admin has accepted it, and no longer after a refusal', async () => {
    const { id, state } = await shared(true)
    expect([state, await explore()]).toEqual(['waiting', []])
    expect((await decide(id, 'listed', eve)).status).toBe(404)
    const waiting = `/api/v1/sites/${site.id}/publications`
    expect(await json(call(waiting))).toMatchObject({ items: [{ id }], next: null })
    await json(decide(id, 'listed'))
    expect(await explore()).toEqual([id])
    expect(await json(decide(id, 'refused'))).toMatchObject({ id, state: 'refused' })
    expect(await explore()).toEqual([])
    expect(await statusOf(`${PATH}/${id}`, { who: eve })).toBe(404)
    expect(await json(call(`${PATH}/${id}`))).toMatchObject({ state: 'refused' })
  })

  test('does not show a refused result that its user shares once more', async () => {
    const task = await made()
    const { id } = await shared(true, task)
    await json(decide(id, 'refused'))
    expect(await statusOf(`${PATH}/${id}`, { method: 'DELETE' })).toBe(204)
    expect(await shared(true, task)).toMatchObject({ id, state: 'refused' })
  })

  test('mails a refusal once to its user, but not to an admin who refuses their own', async () => {
    const folder = join(world.studio.context.config.dataDir, 'outbox')
    const mails = async (): Promise<string[]> => {
      const names = await readdir(folder).catch(() => [])
      const all = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
      return all.filter(mail => mail.includes(t('mail.refused.title')))
    }
    const { db } = world.studio.context.database
    const admins = [world.ada.application.user_id, eve.application.user_id]
    await db
      .updateTable('site')
      .set({ admins: JSON.stringify(admins) })
      .execute()
    const task = await made()
    const [own, other] = [await shared(true), await shared(true, task)]
    await json(decide(own.id, 'refused'))
    await json(decide(other.id, 'listed', eve))
    expect(await mails()).toEqual([])
    await json(decide(other.id, 'refused', eve))
    await json(decide(other.id, 'refused', eve))
    const [mail = '', ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toContain(`To: ${world.ada.email}\r\n`)
    expect(mail).toContain('Tool: Flux')
    expect(mail).toContain(`/share/result?task=${task}&output=0\r\n`)
    expect(mail).toContain('/profile#notifications')
    expect(mail).not.toContain(PROMPT)
    await db
      .updateTable('site')
      .set({ admins: JSON.stringify(admins.slice(0, 1)) })
      .execute()
  })

  test('leaves what is shared by link alone to its user', async () => {
    const { id } = await shared()
    expect((await decide(id, 'listed')).status).toBe(404)
  })

  test('shows results at once on a site without a review, and none without the page', async () => {
    await review(false)
    const { id, state } = await shared(true)
    expect([state, await explore()]).toEqual(['listed', [id]])
    await review(false, false)
    expect(await explore()).toEqual([])
    expect((await share(await made(), true)).status).toBe(403)
    expect((await share(await made())).status).toBe(200)
  })

  test('is read page by page, by kind, tool and likes', async () => {
    await review(false)
    const ids: string[] = []
    for (const to of ['/flux/images', '/kling/videos', '/flux/images']) {
      ids.push((await shared(true, await made({}, to))).id)
      world.studio.context.clock.advance(1000)
    }
    const [first = '', video = '', last = ''] = ids
    expect(await explore()).toEqual([last, video, first])
    expect(await explore('kind=video')).toEqual([video])
    expect(await explore('service=flux')).toEqual([last, first])
    await like(first, true)
    expect((await explore('sort=liked'))[0]).toBe(first)
    for (const sort of ['newest', 'liked']) {
      const one = await json<PublicationPage>(call(`${PATH}?sort=${sort}&limit=2`))
      const two = await json<PublicationPage>(
        call(`${PATH}?sort=${sort}&limit=2&cursor=${one.next}`)
      )
      const seen = [...one.items, ...two.items].map(({ id }) => id)
      expect([seen.toSorted(), two.next]).toEqual([ids.toSorted(), null])
    }
    expect(await statusOf(`${PATH}?kind=text`)).toBe(400)
  })

  test('hides the results of a blocked user', async () => {
    await review(false)
    const { id } = await shared(true)
    const { db } = world.studio.context.database
    const { user_id } = world.ada.application
    const block = { user_id, reason: '', blocked_by: '', created_at: 0 }
    await db.insertInto('block').values(block).execute()
    expect([await explore(), await statusOf(`${PATH}/${id}`, { who: eve })]).toEqual([[], 403])
    await db.deleteFrom('block').where('user_id', '=', user_id).execute()
    expect(await explore()).toEqual([id])
  })
})

describe('a like', () => {
  test('counts once for each user, and can be taken back', async () => {
    const { id } = await shared()
    expect(await Promise.all([like(id, true), like(id, true)])).toContainEqual({
      likes: 1,
      liked: true
    })
    expect(await like(id, true, world.ada)).toEqual({ likes: 2, liked: true })
    expect(await json(call(`${PATH}/${id}`, { who: eve }))).toMatchObject({ liked: true, likes: 2 })
    expect(await json(call(`${PATH}/${id}`, { who: null }))).toMatchObject({ liked: false })
    expect(await like(id, false)).toEqual({ likes: 1, liked: false })
    expect(await like(id, false)).toEqual({ likes: 1, liked: false })
  })

  test('needs a sign-in, and a result that the user may see', async () => {
    const { id } = await shared(true)
    const path = `${PATH}/${id}/like`
    const body = { liked: true }
    expect(await statusOf(path, { who: null, method: 'PUT', body })).toBe(401)
    await json(decide(id, 'refused'))
    expect(await statusOf(path, { who: eve, method: 'PUT', body })).toBe(404)
    expect(await statusOf(`${PATH}/unknown/like`, { method: 'PUT', body })).toBe(404)
  })
})

describe('a report of a shared result', () => {
  const report = (publication_id: string): Promise<Response> =>
    call('/api/v1/reports', { who: eve, body: { publication_id, reason: 'copyright' } })
  const decision = async (word: string): Promise<Report> => {
    const path = '/api/v1/operation/reports'
    const { items } = await json<List<Report>>(call(path))
    return json(call(`${path}/${items[0]?.id}`, { method: 'PUT', body: { decision: word } }))
  }

  test('lets operators take it down with its file, and restore it', async () => {
    await review(false)
    const task = await made()
    const { id, url } = await shared(true, task)
    await json(report(id))
    expect(await decision('take_down')).toMatchObject({ title: PROMPT, taken_down: true })
    expect(await statusOf(`${PATH}/${id}`, { who: eve })).toBe(403)
    expect(await json(call(`${PATH}/${id}`))).toMatchObject({ state: 'taken_down' })
    expect([await explore(), (await world.studio.call(url)).status]).toEqual([[], 403])
    expect((await share(task)).status).toBe(403)
    expect((await report(id)).status).toBe(404)
    await decision('restore')
    expect([await explore(), (await world.studio.call(url)).status]).toEqual([[id], 200])
  })

  test('names one content', async () => {
    const { id } = await shared()
    for (const about of [{}, { publication_id: id, share_id: id }])
      expect(
        await statusOf('/api/v1/reports', { who: eve, body: { ...about, reason: 'spam' } })
      ).toBe(400)
    expect((await report('unknown')).status).toBe(404)
  })
})

describe('a result of the sandbox', () => {
  let demo: MediaWorld
  beforeAll(async () => {
    demo = await openMediaWorld()
  })
  afterAll(() => demo.close())

  async function send(to: string, listed: boolean): Promise<Response> {
    const { task_id } = await demo.result(to, { prompt: PROMPT })
    return demo.studio.call(PATH, {
      json: { task_id, listed },
      headers: { origin: BASE },
      token: demo.ada.token.access_token
    })
  }

  test('is shared by link as a placeholder, and not on Explore', async () => {
    expect(await json(send('/flux/images', false))).toMatchObject({
      state: 'link',
      placeholder: true
    })
    expect(await codeOf(send('/flux/images', true))).toBe('sandbox')
  })

  test('is taken down and restored with its cover', async () => {
    const { id, url, poster } = await json<Publication>(send('/suno/audios', false))
    const statuses = (): Promise<number[]> =>
      Promise.all([url, poster ?? ''].map(async file => (await demo.studio.call(file)).status))
    expect(await statuses()).toEqual([200, 200])
    const { db } = demo.studio.context.database
    await takeDownPublication(db, id, 1)
    expect(await statuses()).toEqual([403, 403])
    await restorePublication(db, id)
    expect(await statuses()).toEqual([200, 200])
  })
})
