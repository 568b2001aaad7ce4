import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LibraryPage } from '#contract/library.ts'
import { MOST_PROJECTS, type Project, type ProjectChats } from '#contract/project.ts'
import { FULL_DOSE } from '../support/dose.ts'
import { idOf } from '../support/account.ts'
import { writeConversation } from '../support/conversations.ts'
import { upload } from '../support/files.ts'
import { watchStatements } from '../support/statements.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

type List = { items: Project[]; count: number }

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
/** SQLite prepares a statement once, so all calls are watched. */
const watched = watchStatements()
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  eve = await person(studio)
})
afterAll(async () => {
  watched.stop()
  await studio.close()
})
beforeEach(async () => {
  ada = await person(studio)
})

const db = () => studio.context.database.db

function call(method: string, path: string, body?: object, who = ada): Promise<Response> {
  const request = {
    method,
    token: who.token.access_token,
    ...(body !== undefined && { json: body })
  }
  return watched.during(() => studio.call(`/library/${path}`, request))
}

const create = (name = 'Boats', who = ada): Promise<Project> => {
  studio.context.clock.advance(1000)
  return json<Project>(call('POST', 'projects', { name, colour: 'blue' }, who))
}

const list = (query = '', who = ada): Promise<List> =>
  json<List>(call('GET', `projects?${query}`, undefined, who))

const move = (project: string | null, contents: object, who = ada): Promise<Response> =>
  call('POST', 'move', { project_id: project, ...contents }, who)

const itemsIn = async (project: string, query = ''): Promise<string[]> =>
  (await json<LibraryPage>(call('GET', `items?project=${project}&${query}`))).items.map(
    ({ id }) => id
  )

const chatsIn = (project: string, query = ''): Promise<ProjectChats> =>
  json<ProjectChats>(call('GET', `projects/${project}/chats?${query}`))

const titlesIn = async (project: string): Promise<string[]> =>
  (await chatsIn(project)).items.map(({ title }) => title)

/** Uploads a file, and returns the id of its item. */
async function addItem(name: string, who = ada): Promise<string> {
  studio.context.clock.advance(1000)
  const { id } = await upload(studio, who, 'hello', name)
  const row = await db()
    .selectFrom('library_item')
    .select('id')
    .where('file_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.id
}

const addChat = async (title: string, at = 1, who = ada): Promise<string> =>
  writeConversation(db(), await idOf(studio, who), { title, at })

describe('a project', () => {
  test('is created, renamed, coloured, archived and taken into use again', async () => {
    const first = await create('  Boats ')
    const second = await create('Trains')
    expect(first).toMatchObject({ name: 'Boats', colour: 'blue', archived_at: null })
    expect((await list()).items.map(({ name }) => name)).toEqual(['Trains', 'Boats'])
    const change = (body: object) => call('PUT', `projects/${first.id}`, body)
    expect(await json(change({ name: 'Ships' }))).toMatchObject({ name: 'Ships', colour: 'blue' })
    expect(await json(change({ colour: 'pink' }))).toMatchObject({ name: 'Ships', colour: 'pink' })
    await change({ archived: true })
    expect((await list('archived=true')).items).toMatchObject([{ id: first.id, name: 'Ships' }])
    expect((await list('archived=false')).items).toMatchObject([{ id: second.id }])
    expect((await list()).count).toBe(2)
    expect(await json(change({ archived: false }))).toMatchObject({ archived_at: null })
    expect((await list('archived=true')).count).toBe(0)
    expect(await json(call('GET', `projects/${first.id}`))).toMatchObject({ colour: 'pink' })
  })

  test('has a name and one of the colours', async () => {
    for (const [body, field, code] of [
      [{ name: ' ' }, 'name', 'required'],
      [{}, 'name', 'required'],
      [{ name: 'x'.repeat(81) }, 'name', 'too_long'],
      [{ name: 'x', colour: 'beige' }, 'colour', 'not_allowed']
    ] as const) {
      const answer = await call('POST', 'projects', body)
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error: { issues: [{ field, code }] } }
      ])
    }
  })

  test('is created once by a repeated call', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const token = ada.token.access_token
    const again = () => studio.call('/library/projects', { json: { name: 'Once' }, headers, token })
    const [one, two] = [await json<Project>(again()), await json<Project>(again())]
    expect(two.id).toBe(one.id)
    expect((await list()).count).toBe(1)
  })

  test('is refused when its user has the most', async () => {
    const user_id = await idOf(studio, ada)
    const rows = Array.from({ length: MOST_PROJECTS }, (_, at) => ({
      id: `${user_id}-${at}`,
      user_id,
      name: 'x',
      colour: 'grey' as const,
      created_at: at
    }))
    await db().insertInto('project').values(rows).execute()
    const answer = await call('POST', 'projects', { name: 'One more' })
    expect(await answer.json()).toMatchObject({ error: { issues: [{ code: 'too_many' }] } })
  })
})

describe('items and chats', () => {
  test('are moved into a project, into another one, and out of it', async () => {
    const [boats, trains] = [await create(), await create('Trains')]
    const [one, two] = [await addItem('one.txt'), await addItem('two.txt')]
    const [old, young] = [await addChat('Old', 1), await addChat('Young', 2)]
    const moved = await json(move(boats.id, { items: [one, two], chats: [old, young] }))
    expect(moved).toEqual({ count: 4 })
    expect(await itemsIn(boats.id)).toEqual([two, one])
    expect(await titlesIn(boats.id)).toEqual(['Young', 'Old'])
    await move(trains.id, { items: [one], chats: [old] })
    expect([await itemsIn(boats.id), await titlesIn(boats.id)]).toEqual([[two], ['Young']])
    expect([await itemsIn(trains.id), await titlesIn(trains.id)]).toEqual([[one], ['Old']])
    await move(null, { items: [one], chats: [old] })
    expect([await itemsIn(trains.id), await titlesIn(trains.id)]).toEqual([[], []])
    expect((await json<LibraryPage>(call('GET', 'items'))).items).toHaveLength(2)
  })

  test('of a project are filtered, and listed page by page', async () => {
    const { id } = await create()
    const items = [
      await addItem('boat.txt'),
      await addItem('train.txt'),
      await addItem('boat-2.txt')
    ]
    await call('PUT', `items/${items[0]}`, { favourite: true })
    const chats = await Promise.all(['a', 'b', 'c'].map((title, at) => addChat(title, at + 1)))
    await move(id, { items, chats })
    expect(await itemsIn(id, 'search=boat')).toEqual([items[2], items[0]])
    expect(await itemsIn(id, 'favourite=true')).toEqual([items[0]])
    expect(await itemsIn(id, 'kind=image')).toEqual([])
    const first = await chatsIn(id, 'limit=2')
    expect(first.items.map(({ title }) => title)).toEqual(['c', 'b'])
    expect(await chatsIn(id, `limit=2&cursor=${first.next}`)).toMatchObject({
      items: [{ title: 'a' }],
      next: null
    })
  })

  test('that are deleted are no longer in their project', async () => {
    const { id } = await create()
    const [item, chat] = [await addItem('one.txt'), await addChat('Old')]
    await move(id, { items: [item], chats: [chat] })
    await call('POST', 'delete', { ids: [item] })
    await studio.call('/aichat/conversations', {
      json: { action: 'delete', id: chat },
      token: ada.credential.token
    })
    expect([await itemsIn(id), await titlesIn(id)]).toEqual([[], []])
    expect((await move(id, { chats: [chat] })).status).toBe(404)
  })

  test('stay when their project is deleted', async () => {
    const { id } = await create()
    const [item, chat] = [await addItem('one.txt'), await addChat('Old')]
    await move(id, { items: [item], chats: [chat] })
    expect((await call('DELETE', `projects/${id}`)).status).toBe(204)
    expect((await list()).count).toBe(0)
    // Another tab does not know yet that it was deleted.
    for (const answer of [
      await call('GET', `items?project=${id}`),
      await call('GET', `projects/${id}/chats`),
      await call('PUT', `projects/${id}`, { name: 'Late' }),
      await move(id, { items: [item] })
    ])
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { code: 'not_found', detail: `no project ${id}` }
      ])
    expect((await json<LibraryPage>(call('GET', 'items'))).items).toMatchObject([{ id: item }])
    for (const table of ['library_item', 'conversation'] as const)
      expect(
        await db().selectFrom(table).select('id').where('project_id', '=', id).execute()
      ).toEqual([])
    const { id: next } = await create('Next')
    await move(next, { items: [item], chats: [chat] })
    expect([await itemsIn(next), await titlesIn(next)]).toEqual([[item], ['Old']])
  })

  test('of other users are not found, and nothing is moved', async () => {
    const [own, foreign] = [await create(), await create('Hers', eve)]
    const [item, hers] = [await addItem('one.txt'), await addItem('hers.txt', eve)]
    const [chat, herChat] = [await addChat('Old'), await addChat('Hers', 1, eve)]
    const unlisted = await writeConversation(db(), await idOf(studio, ada), { listed: false })
    for (const answer of [
      await move(foreign.id, { items: [item] }),
      await move(own.id, { items: [item, hers] }),
      await move(own.id, { items: [item], chats: [chat, herChat] }),
      await move(own.id, { chats: [unlisted] }),
      await move(null, { items: [hers] }),
      await move(null, { chats: [herChat] }),
      await call('GET', `projects/${foreign.id}`),
      await call('GET', `items?project=${foreign.id}`),
      await call('DELETE', `projects/${foreign.id}`)
    ])
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }])
    expect([await itemsIn(own.id), await titlesIn(own.id)]).toEqual([[], []])
    expect((await list('', eve)).items).toContainEqual(foreign)
  })

  test('are at most 200 in one call', async () => {
    const { id } = await create()
    const ids = Array.from({ length: 201 }, () => crypto.randomUUID())
    for (const contents of [{ items: ids }, { chats: ids }])
      expect((await move(id, contents)).status).toBe(400)
  })
})

describe('thousands of items and chats in a project', () => {
  test('are listed by an index, and released when it is deleted', async () => {
    const [{ id }, user] = [await create(), await idOf(studio, ada)]
    const numbers = sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${FULL_DOSE ? 50_000 : 3000})`
    await sql`insert into library_item (id, user_id, kind, service, prompt, title, text, created_at, project_id)
      ${numbers} select ${user} || n, ${user}, 'image', 'flux', 'Boats', '', '', n, ${id} from number`.execute(
      db()
    )
    await sql`insert into conversation (id, user_id, application_id, origin, model, title, listed, created_at, updated_at, project_id)
      ${numbers} select ${user} || n, ${user}, 'a', '', 'gpt-5-all', 'T', 1, n, n, ${id} from number`.execute(
      db()
    )
    const pages = [
      await call('GET', `items?project=${id}&limit=5`),
      await call('GET', `projects/${id}/chats?limit=5&cursor=50_z`)
    ]
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    const read = [...watched.seen].filter(text => /"project_id" = \? .*order by/.test(text))
    // Only SQLite's statements are watched.
    expect(read.length > 1).toBe(studio.context.database.kind === 'sqlite')
    for (const text of read) {
      const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${text}`).execute(db())
      expect(rows.map(({ detail }) => detail)).toEqual([
        expect.stringMatching(/^SEARCH \w+ USING INDEX \w+_project \(user_id=\? AND project_id=\?/)
      ])
    }
    expect((await call('DELETE', `projects/${id}`)).status).toBe(204)
    for (const table of ['library_item', 'conversation'] as const)
      expect(
        await db().selectFrom(table).select('id').where('project_id', '=', id).execute()
      ).toEqual([])
  }, 120_000)
})
