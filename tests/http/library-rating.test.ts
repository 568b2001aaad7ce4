import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LibraryPage } from '#contract/library.ts'
import { addWords } from '#servers/library/words.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
  eve = await person(studio)
})
afterAll(() => studio.close())
beforeEach(() => db().deleteFrom('library_item').execute())

const db = () => studio.context.database.db

const list = (query = '', who = ada): Promise<LibraryPage> =>
  json<LibraryPage>(studio.call(`/library/items?${query}`, { token: who.token.access_token }))

const found = async (query: string): Promise<string[]> =>
  (await list(query)).items.map(({ id }) => id)

const rate = (ids: readonly string[], rating: unknown, who = ada): Promise<Response> =>
  studio.call('/library/rate', { json: { ids, rating }, token: who.token.access_token })

/** Adds a text for each number of stars, the first one as the oldest: `text-0`, `text-1` and so on. */
async function addRated(...stars: number[]): Promise<void> {
  const rows = stars.map((rating, at) => ({
    id: `text-${at}`,
    user_id: ada.application.user_id,
    kind: 'other' as const,
    run_id: at < 2 ? 'task' : null,
    service: 'suno',
    model: null,
    file_id: null,
    poster_id: null,
    prompt: `text ${at}`,
    title: '',
    text: 'x',
    rating,
    created_at: 1000 + at
  }))
  for (let at = 0; at < rows.length; at += 1000) {
    const some = rows.slice(at, at + 1000)
    await db().insertInto('library_item').values(some).execute()
    await addWords(db(), some)
  }
}

test('several items are rated at once, rated differently, and not rated any more', async () => {
  await addRated(0, 0, 2)
  for (const rating of [4, 1, 0]) {
    expect(await json(rate(['text-0', 'text-1'], rating))).toEqual({ count: 2 })
    expect((await list()).items.map(item => item.rating)).toEqual([2, rating, rating])
  }
})

test.each([6, -1, 2.5, '3', null, undefined])('%s is no number of stars', async rating => {
  await addRated(0)
  const answer = await rate(['text-0'], rating)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { issues: [{ field: 'rating' }] } })
  expect((await list()).items[0]?.rating).toBe(0)
})

test('items of other users cannot be rated, and neither can missing ones', async () => {
  await addRated(0)
  for (const id of ['text-0', 'missing']) expect((await rate([id], 5, eve)).status).toBe(404)
  expect((await rate(['text-0', 'missing'], 5)).status).toBe(404)
  expect((await list()).items[0]?.rating).toBe(0)
})

test('a list has items with at least so many stars, also with other filters', async () => {
  await addRated(3, 0, 5, 3, 1, 0)
  expect(await found('rating=3')).toEqual(['text-3', 'text-2', 'text-0'])
  expect(await found('rating=3&sort=oldest')).toEqual(['text-0', 'text-2', 'text-3'])
  expect(await found('rating=3&kind=image')).toEqual([])
  expect(await found('rating=3&search=text+0')).toEqual(['text-0'])
  expect(await found('rating=0')).toHaveLength(6)
  expect(await list('rating=1', eve)).toEqual({ items: [], next: null })
  const token = ada.token.access_token
  expect((await studio.call('/library/items?rating=6', { token })).status).toBe(400)
})

test('a list begins with the most stars, then the newest item', async () => {
  await addRated(3, 0, 5, 3, 1, 0)
  const all = ['text-2', 'text-3', 'text-0', 'text-4', 'text-5', 'text-1']
  for (const filter of ['', '&kind=other', '&service=suno'])
    expect(await found(`sort=rating${filter}`), filter).toEqual(all)
  expect(await found('sort=rating&rating=1')).toEqual(all.slice(0, 4))
  expect(await found('sort=rating&kind=image')).toEqual([])
  expect(await found('sort=rating&search=text+0')).toEqual(['text-0'])
})

test.each([
  'rating=2',
  'rating=2&sort=oldest',
  'rating=2&kind=other',
  'sort=rating',
  'sort=rating&kind=other',
  'sort=rating&rating=2'
])('pages of %s list every item once', async filter => {
  await addRated(3, 0, 5, 3, 0, 2, 0)
  const whole = await found(filter)
  expect(whole).toHaveLength(filter.includes('rating=2') ? 4 : 7)
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await list(`${filter}&limit=2&cursor=${cursor}`)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next ?? ''
  } while (cursor !== '')
  expect(seen).toEqual(whole)
  if (!filter.includes('oldest'))
    expect(await found(`${filter}&cursor=999999999999999_x`)).toEqual(whole)
})

test('a long list by rating is read in bounded parts', async () => {
  await addRated(...Array.from({ length: 5600 }, (_, at) => (at < 2 ? 5 : at < 5500 ? 4 : 0)))
  const first = await list('sort=rating&search=text+5599')
  expect(first.items).toEqual([])
  const second = await list(`sort=rating&search=text+5599&cursor=${first.next}`)
  expect(second.items.map(({ id }) => id)).toEqual(['text-5599'])
})

test('items are found by the task that made them', async () => {
  await addRated(1, 0, 2)
  expect(await found('task=task')).toEqual(['text-1', 'text-0'])
  expect(await found('task=task&rating=1')).toEqual(['text-0'])
  expect(await list('task=task', eve)).toEqual({ items: [], next: null })
})
