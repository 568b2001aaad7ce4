import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LibraryPage } from '#contract/library.ts'
import { up as migrateWords } from '#servers/lib/database/migrations/039-library-words.ts'
import { up as migrateFavourites } from '#servers/lib/database/migrations/046-favourite-words.ts'
import { addResults } from '#servers/library/add.ts'
import { removeItems, transferLibrary } from '#servers/library/change.ts'
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

async function list(query: string, who = ada): Promise<LibraryPage> {
  return json(studio.call(`/library/items?${query}`, { token: who.token.access_token }))
}

async function find(search: string, who = ada, filters = ''): Promise<string[]> {
  const page = await list(`search=${encodeURIComponent(search)}${filters}`, who)
  return page.items.map(({ prompt }) => prompt)
}

/** Marks an item of the list as a favourite, or not. */
async function mark(id: string, favourite: boolean): Promise<void> {
  const answer = await studio.call(`/library/items/${id}`, {
    method: 'PUT',
    json: { favourite },
    token: ada.token.access_token
  })
  expect(answer.status).toBe(200)
}

/** Adds a text for each prompt, later than the one before. */
async function add(prompts: readonly string[], who = ada, text = 'x'): Promise<void> {
  for (const prompt of prompts) {
    studio.context.clock.advance(1)
    const run = {
      id: crypto.randomUUID(),
      user_id: who.application.user_id,
      service: 'suno',
      action: 'lyrics',
      model: null,
      request: JSON.stringify({ prompt })
    }
    const response = JSON.stringify({ data: [{ text }] })
    await addResults(db(), run, response, studio.context.clock.now())
  }
}

/** Counts the items of the search index, and those that its numbers are of. */
async function countIndexed(): Promise<number[]> {
  const counts: number[] = []
  const tables = studio.context.database.kind === 'sqlite' ? ['library_grams'] : []
  for (const table of ['library_words', ...tables]) {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from ${sql.table(table)}`.execute(db())
    counts.push(Number(rows[0]?.n))
  }
  return counts
}

test.each([
  ['the OLD lighthouse', ['old', 'ghtho', 'the old light', 'e', 'ol']],
  ['ÄLTERER Turm', ['älterer', 'TURM', 'er tu', 'ä', 'm']],
  ['一艘小船在湖上', ['小船', '船', '小船在湖', '湖上']],
  ['a 小船 at night', ['小船 at', '小', 'a 小']],
  ['قارب صغير في البحيرة', ['صغير', 'قارب ص', 'في']],
  ['作ったボート', ['ボート', 'たボ']],
  ['100% of a_b\\c "x" *', ['100%', '0% o', 'a_b', '_b\\c', '"x"', '" *', '%', '_']],
  ['AND OR NOT near(', ['and or', 'not', 'near(']],
  ['a 🚤🚤 race', ['🚤🚤', '🚤', '🚤 race']]
])('%s is found by parts of it in any case', async (prompt, searches) => {
  await add([prompt, 'something else'])
  for (const search of searches) expect(await find(search), search).toContain(prompt)
  expect(await find('nothing of it')).toEqual([])
  expect(await find(searches[0] ?? '', eve)).toEqual([])
})

test('pattern characters match only themselves', async () => {
  await add(['100 boats', 'abc', 'a_c is 100% so'])
  expect(await find('100%')).toEqual(['a_c is 100% so'])
  expect(await find('a_c')).toEqual(['a_c is 100% so'])
})

test('words must be adjacent, also where all of their letters are found', async () => {
  await add(['abcd and bcde', 'abcde'])
  expect(await find('abcde')).toEqual(['abcde'])
})

test('the beginning of a text is searched, and a whole long prompt', async () => {
  const prompt = `${'many words '.repeat(150)}needle`
  await add([prompt], ada, `${'la '.repeat(90)}chorus ${'la '.repeat(90)}end of song`)
  expect(await find('needle')).toEqual([prompt])
  expect(await find('chorus')).toEqual([prompt])
  expect(await find('end of song')).toEqual([])
})

test.each(['', '&sort=oldest', '&kind=other', '&service=suno'])(
  'pages of a search with "%s" have every item once',
  async filters => {
    const prompts = Array.from({ length: 7 }, (_, at) => `boat ${at}`)
    for (const prompt of prompts) await add([prompt, 'a car'])
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await list(`search=boat&limit=3&cursor=${cursor}${filters}`)
      seen.push(...page.items.map(({ prompt }) => prompt))
      cursor = page.next ?? ''
    } while (cursor !== '')
    expect(seen).toEqual(filters === '&sort=oldest' ? prompts : prompts.toReversed())
    expect(await find('boat', ada, '&kind=image')).toEqual([])
    expect(await find('boat', ada, '&service=flux')).toEqual([])
  }
)

test('filters that are not in the index apply to what it finds', async () => {
  await add(['boat 1', 'boat 2'])
  const [last] = (await list('search=boat')).items
  await mark(last?.id ?? '', true)
  await db()
    .updateTable('library_item')
    .set({ rating: 4, created_at: 1000 })
    .where('id', '=', last?.id ?? '')
    .execute()
  for (const filter of ['favourite=true', 'rating=3', 'sort=rating&rating=4', 'to=1970-01-02'])
    expect(await find('boat', ada, `&${filter}`), filter).toEqual(['boat 2'])
  for (const filter of ['project=none', 'model=none', 'task=none', 'rating=5', 'media=image'])
    expect((await studio.call(`/library/items?search=boat&${filter}`)).status).not.toBe(500)
  expect(await find('boat', ada, '&from=1970-01-02')).toEqual(['boat 1'])
  expect(await find('boat', ada, '&sort=rating')).toEqual(['boat 2', 'boat 1'])
})

test('favourites are found among many others, in the same order', async () => {
  await add(Array.from({ length: 5 }, (_, at) => `boat ${at}`))
  const { items } = await list('search=boat')
  for (const at of [3, 1, 3]) await mark(items[at]?.id ?? '', true)
  expect(await find('boat', ada, '&favourite=true')).toEqual(['boat 3', 'boat 1'])
  expect(await find('boat')).toEqual(items.map(({ prompt }) => prompt))
  expect(new Set(await countIndexed())).toEqual(new Set([5]))
  await mark(items[1]?.id ?? '', false)
  expect(await find('boat', ada, '&favourite=true')).toEqual(['boat 1'])
  await transferLibrary(db(), ada.application.user_id, eve.application.user_id)
  expect(await find('boat', eve, '&favourite=true')).toEqual(['boat 1'])
})

test('favourites from before the index knew them are found', async () => {
  await add(['boat 1', 'boat 2'])
  const [last] = (await list('search=boat')).items
  const marked = db().updateTable('library_item').set({ favourite: 1 })
  await marked.where('id', '=', last?.id ?? '').execute()
  expect(await find('boat', ada, '&favourite=true')).toEqual([])
  await migrateFavourites(db() as unknown as Kysely<unknown>)
  expect(await find('boat', ada, '&favourite=true')).toEqual(['boat 2'])
})

test('deleted items leave the index, and those of a guest move to the account', async () => {
  await add(['boat 1', 'boat 2', 'boat 3'])
  expect(await countIndexed()).toContain(3)
  await removeItems(db(), [(await list('search=boat+2')).items[0]?.id ?? ''])
  expect(await find('boat')).toEqual(['boat 3', 'boat 1'])
  expect(new Set(await countIndexed())).toEqual(new Set([2]))
  await transferLibrary(db(), ada.application.user_id, eve.application.user_id)
  expect(await find('boat')).toEqual([])
  expect(await find('boat', eve)).toEqual(['boat 3', 'boat 1'])
})

test('items that are older than the index are found, newest first', async () => {
  await add(Array.from({ length: 1203 }, (_, at) => `boat ${at}`))
  await add(['boat of eve'], eve)
  const { kind } = studio.context.database
  for (const table of ['library_words', 'library_grams'])
    await db().schema.dropTable(table).ifExists().execute()
  await migrateWords(db() as unknown as Kysely<unknown>, kind)
  expect(await countIndexed()).toContain(1204)
  expect(await find('boat 12')).toEqual([
    'boat 1202',
    'boat 1201',
    'boat 1200',
    ...Array.from({ length: 10 }, (_, at) => `boat ${129 - at}`),
    'boat 12'
  ])
  expect(await find('boat', eve)).toEqual(['boat of eve'])
})
