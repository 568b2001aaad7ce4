import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LibraryItem, LibraryPage } from '#contract/library.ts'
import { up as migrateLibrary } from '#servers/lib/database/migrations/027-library.ts'
import { up as migrateRating } from '#servers/lib/database/migrations/033-rating.ts'
import { up as migrateWords } from '#servers/lib/database/migrations/039-library-words.ts'
import { up as migrateSources } from '#servers/lib/database/migrations/047-library-sources.ts'
import { addResults } from '#servers/library/add.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { upload } from '../support/files.ts'
import { json, person, type TestPerson } from '../support/studio.ts'
import { openTaskWorld, type TaskWorld } from '../support/task-world.ts'

let world: TaskWorld
let eve: TestPerson
beforeAll(async () => {
  world = await openTaskWorld()
  eve = await person(world.studio)
})
afterAll(() => world.close())
beforeEach(() => db().deleteFrom('library_item').execute())

const db = () => world.studio.context.database.db
const tokenOf = (who: TestPerson): string => who.token.access_token

function list(query = '', who = world.ada): Promise<LibraryPage> {
  return json<LibraryPage>(world.studio.call(`/library/items?${query}`, { token: tokenOf(who) }))
}

const promptsIn = ({ items }: LibraryPage): string[] => items.map(({ prompt }) => prompt)

/** Generates four images with the tool. */
async function makeImages(): Promise<string> {
  const id = await world.submit('plain')
  await world.turn(6)
  return id
}

/** Adds a result of any service, a minute later than the one before. */
async function addResult(service: string, action: string, made: object): Promise<void> {
  const { prompt, model = null, ...output } = made as { prompt: string; model?: string | null }
  world.studio.context.clock.advance(60_000)
  const { user_id } = world.ada.application
  const run = {
    id: crypto.randomUUID(),
    user_id,
    service,
    action,
    model,
    request: JSON.stringify({ prompt })
  }
  const response = JSON.stringify({ success: true, data: [output] })
  await addResults(db(), run, response, world.studio.context.clock.now())
}

const lyrics = (prompt: string, text = prompt): Promise<void> =>
  addResult('suno', 'lyrics', { prompt, text })

const send = (path: string, body: object, who = world.ada): Promise<Response> =>
  world.studio.call(`/library/${path}`, { json: body, token: tokenOf(who) })

const mark = (id: string, favourite: boolean, who = world.ada): Promise<Response> =>
  world.studio.call(`/library/items/${id}`, {
    method: 'PUT',
    json: { favourite },
    token: tokenOf(who)
  })

test('lists results of tasks and uploads, newest first, to their user alone', async () => {
  const task = await makeImages()
  world.studio.context.clock.advance(1000)
  await upload(world.studio, world.ada, 'hello', 'note.txt')
  await lyrics('a song about rain', 'Rain, rain')
  const { items, next } = await list()
  expect(next).toBeNull()
  expect(items.map(({ kind, service }) => [kind, service])).toEqual([
    ['other', 'suno'],
    ['upload', null],
    ...Array.from({ length: 4 }, () => ['image', 'flux'])
  ])
  expect(items[0]).toMatchObject({ prompt: 'a song about rain', text: 'Rain, rain', url: null })
  expect(items[1]).toMatchObject({ prompt: 'note.txt', type: 'text/plain', task_id: null })
  expect(items[2]).toMatchObject({ prompt: 'plain', type: 'image/png', task_id: task })
  const image = await world.studio.call(new URL(items[2]?.url ?? '').pathname)
  expect(image.headers.get('content-type')).toBe('image/png')
  expect(await list('', eve)).toEqual({ items: [], next: null })
})

test('contains results and uploads that are older than the library', async () => {
  const task = await makeImages()
  await upload(world.studio, world.ada, 'hello', 'old.txt')
  const before = (await list()).items
  for (const table of ['library_source', 'library_words', 'library_grams', 'library_item'])
    await db().schema.dropTable(table).ifExists().execute()
  await migrateLibrary(db() as unknown as Kysely<unknown>)
  // Later migrations added these columns and the search index.
  await db().schema.alterTable('library_item').addColumn('project_id', 'text').execute()
  await migrateRating(db() as unknown as Kysely<unknown>)
  await migrateWords(db() as unknown as Kysely<unknown>, world.studio.context.database.kind)
  await migrateSources(db() as unknown as Kysely<unknown>)
  const isMine = ({ task_id, prompt }: LibraryItem): boolean =>
    task_id === task || prompt === 'old.txt'
  const withoutIds = (items: readonly LibraryItem[]): object[] =>
    items
      .map(({ id: _, ...facts }) => facts)
      .toSorted((one, other) => String(one.url).localeCompare(String(other.url)))
  expect(before).toHaveLength(5)
  expect(withoutIds((await list()).items.filter(isMine))).toEqual(withoutIds(before))
})

test('is closed to guests and API keys', async () => {
  expect((await world.studio.call('/library/items')).status).toBe(400)
  const answer = await world.studio.call('/library/items', { token: world.ada.credential.token })
  expect(await answer.json()).toMatchObject({ code: 'token_mismatched' })
})

test('filters by kind, service, model, day, favourite and words, alone and together', async () => {
  await lyrics('The old lighthouse')
  await addResult('transcribe', 'texts', { prompt: 'An old talk', text: 'So, welcome.' })
  await addResult('suno', 'lyrics', { prompt: 'Ein ÄLTERER Turm', model: 'remi-v1', text: 'La' })
  const [tower] = (await list('search=turm')).items
  if (tower === undefined) throw new Error('no tower')
  expect((await mark(tower.id, true)).status).toBe(200)
  const found = async (query: string) => promptsIn(await list(query))
  expect(await found('kind=OTHER&sort=oldest')).toEqual([
    'The old lighthouse',
    'An old talk',
    'Ein ÄLTERER Turm'
  ])
  expect(await found('kind=image')).toEqual([])
  expect(await found('service=suno')).toEqual(['Ein ÄLTERER Turm', 'The old lighthouse'])
  expect(await found('model=remi-v1')).toEqual(['Ein ÄLTERER Turm'])
  expect(await found('search=OLD')).toEqual(['An old talk', 'The old lighthouse'])
  expect(await found('search=%C3%A4lterer')).toEqual(['Ein ÄLTERER Turm'])
  expect(await found('search=welcome')).toEqual(['An old talk'])
  expect(await found('favourite=true&service=suno&search=turm')).toEqual(['Ein ÄLTERER Turm'])
  expect(await found('favourite=true&service=flux')).toEqual([])
  await mark(tower.id, false)
  expect(await found('favourite=true')).toEqual([])
  const today = tower.created_at.slice(0, 10)
  expect(await found(`from=${today}&to=${today}`)).toHaveLength(3)
  expect(await found('from=2001-01-01&to=2001-01-02')).toEqual([])
  const wrong = await world.studio.call('/library/items?kind=films', { token: tokenOf(world.ada) })
  expect(wrong.status).toBe(400)
})

test('filters uploads by the first part of their media type', async () => {
  const task = await makeImages()
  await upload(world.studio, world.ada, 'hello', 'note.txt')
  await upload(world.studio, world.ada, '%PDF-1.4 hello', 'plan.pdf')
  await lyrics('a song')
  const found = async (query: string) => promptsIn(await list(query))
  expect(await found('kind=upload&media=text')).toEqual(['note.txt'])
  expect(await found('kind=upload&media=application&limit=1')).toEqual(['plan.pdf'])
  expect(await found('kind=upload&media=image')).toEqual([])
  expect((await list('media=image')).items.map(({ task_id }) => task_id)).toEqual(
    Array.from({ length: 4 }, () => task)
  )
  const token = tokenOf(world.ada)
  expect((await world.studio.call('/library/items?media=film', { token })).status).toBe(400)
})

describe('pages', () => {
  test.each(['', '&sort=oldest', '&search=song'])('%s list every item once', async filter => {
    for (let count = 0; count < 7; count++) await lyrics(`song ${count}`)
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await list(`limit=3&cursor=${cursor}${filter}`)
      seen.push(...promptsIn(page))
      cursor = page.next ?? ''
      // A new item does not move another item to another page.
      if (filter === '') await lyrics('song later')
    } while (cursor !== '')
    const all = Array.from({ length: 7 }, (_, count) => `song ${count}`)
    expect(seen).toEqual(filter === '&sort=oldest' ? all : all.toReversed())
  })

  test('a search for one or two letters reads a bounded part of the list, and the next page continues after that part', async () => {
    const user_id = world.ada.application.user_id
    const rows = Array.from({ length: 5100 }, (_, at) => ({
      id: `item-${at}`,
      user_id,
      kind: 'other' as const,
      run_id: null,
      service: 'suno',
      model: null,
      file_id: null,
      poster_id: null,
      prompt: at === 0 ? 'a 7-inch needle' : 'hay',
      title: '',
      text: 'x',
      created_at: 1000 + at
    }))
    for (let at = 0; at < rows.length; at += 1000)
      await db()
        .insertInto('library_item')
        .values(rows.slice(at, at + 1000))
        .execute()
    const first = await list('search=7-')
    expect(first).toEqual({ items: [], next: '1100_item-100' })
    expect(promptsIn(await list(`search=7-&cursor=${first.next}`))).toEqual(['a 7-inch needle'])
  })
})

test('items of other users get the same answer as missing ones, and do not change', async () => {
  await upload(world.studio, world.ada, 'hello', 'note.txt')
  const [item] = (await list()).items
  if (item === undefined) throw new Error('no item')
  await upload(world.studio, eve, 'mine', 'mine.txt')
  const [own] = (await list('', eve)).items
  const ids = [own?.id, item.id]
  const missing = [own?.id, crypto.randomUUID()]
  for (const path of ['delete', 'archive'])
    for (const chosen of [ids, missing])
      expect((await send(path, { ids: chosen }, eve)).status, path).toBe(404)
  expect((await mark(item.id, true, eve)).status).toBe(404)
  for (const chosen of [ids, missing])
    expect((await send('rate', { ids: chosen, rating: 5 }, eve)).status).toBe(404)
  expect(await list()).toMatchObject({ items: [{ id: item.id, favourite: false, rating: 0 }] })
  expect((await list('', eve)).items).toHaveLength(1)
})

describe('deleting', () => {
  async function images(): Promise<{ task: string; items: LibraryItem[] }> {
    const task = await makeImages()
    return { task, items: (await list('kind=image')).items }
  }
  const idsOf = (items: readonly LibraryItem[]): string[] => items.map(({ id }) => id)
  const statusOf = async ({ url }: LibraryItem): Promise<number> =>
    (await world.studio.call(new URL(url ?? '').pathname)).status

  test('some results of a task keeps the others, here and on the page of the tool', async () => {
    const { task, items } = await images()
    const [gone, left] = [items.slice(0, 1), items.slice(1)]
    expect(await json(send('delete', { ids: idsOf(gone) }))).toEqual({ count: 1 })
    expect(idsOf((await list()).items)).toEqual(idsOf(left))
    expect(await Promise.all(items.map(statusOf))).toEqual([404, 200, 200, 200])
    const { response } = await world.read(task)
    const data = response?.['data'] as { image_url: string }[]
    expect(data.map(({ image_url }) => image_url).toSorted()).toEqual(
      left.map(({ url }) => url).toSorted()
    )
  })

  test('all results of a task deletes the task, but not its receipt', async () => {
    const { task, items } = await images()
    const before = await world.left()
    expect(await json(send('delete', { ids: idsOf(items) }))).toEqual({ count: 4 })
    expect((await list()).items).toEqual([])
    expect(await Promise.all(items.map(statusOf))).toEqual([404, 404, 404, 404])
    const tool = await world.studio.call('/flux/tasks', {
      json: { id: task },
      token: world.ada.credential.token
    })
    expect(tool.status).toBe(404)
    expect(await world.receipt(task)).toMatchObject({ state: 'succeeded', deducted_amount: 1 })
    expect(await world.left()).toBe(before)
    const now = world.studio.context.clock.now()
    expect((await checkLedger(world.studio.context.database, { now })).disagreements).toEqual([])
  })

  test('a task or a file on another page deletes its items in the library', async () => {
    const { task, items } = await images()
    const { id } = await upload(world.studio, world.ada, 'hello')
    const token = world.ada.credential.token
    await world.studio.call(`/files/${id}`, { method: 'DELETE', token })
    expect(idsOf((await list()).items)).toEqual(idsOf(items))
    await world.studio.call('/flux/tasks', { json: { action: 'delete', id: task }, token })
    expect(await db().selectFrom('library_item').selectAll().execute()).toEqual([])
  })

  test('more than 200 items at once is refused', async () => {
    const ids = Array.from({ length: 201 }, () => crypto.randomUUID())
    for (const path of ['delete', 'archive', 'rate'])
      expect((await send(path, { ids, rating: 1 })).status).toBe(400)
  })
})
