import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LIBRARY_KINDS, type LibraryPage } from '#contract/library.ts'
import type { Project } from '#contract/project.ts'
import { toUploadItem } from '#servers/library/add.ts'
import { addWords } from '#servers/library/words.ts'
import { growingSteps, watchStatements } from '../support/statements.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** Items of the user; every second one is a favourite video. */
const MANY = 2000

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  const { db } = studio.context.database
  const rows = Array.from({ length: MANY }, (_, at) => ({
    ...toUploadItem({
      id: `file-${at}`,
      user_id: ada.application.user_id,
      name: `Boat ${at}`,
      created_at: at
    } as never),
    kind: at % 2 === 0 ? ('video' as const) : ('image' as const),
    file_id: null,
    favourite: at % 4 < 2 ? 1 : 0,
    rating: at % 6
  }))
  for (let at = 0; at < MANY; at += 200) {
    const some = rows.slice(at, at + 200)
    await db.insertInto('library_item').values(some).execute()
    await addWords(db, some)
  }
})
afterAll(() => studio.close())

function list(query: string): Promise<LibraryPage> {
  const { access_token: token } = ada.token
  return json(studio.call(`/library/items?${query}`, { token }))
}

test('each page of the library and a lineage are read by an index, without sorting', async () => {
  const { db, kind } = studio.context.database
  // Both databases execute the same statements and have the same indexes, but only SQLite's query
  // plans are easy to read.
  if (kind === 'postgres') return
  const { access_token: token } = ada.token
  const { id } = await json<Project>(
    studio.call('/library/projects', { json: { name: 'North' }, token })
  )
  const watched = watchStatements()
  try {
    for (const filter of [
      '',
      'sort=oldest',
      'sort=rating',
      // A list of several numbers of stars merges one page of each, which sorts few rows.
      'rating=5',
      'rating=3&sort=rating',
      'favourite=true',
      'favourite=true&kind=video',
      'favourite=true&service=flux',
      'search=boat+1999',
      'search=boat&sort=oldest&kind=video',
      'search=19',
      'service=flux',
      `project=${id}`,
      'task=run',
      'from=1970-01-01&to=1970-01-02',
      ...LIBRARY_KINDS.map(each => `kind=${each}`)
    ])
      for (const cursor of ['', '1000_an-id'])
        await watched.during(() => list(`${filter}&cursor=${cursor}`))
    const [item] = (await list('limit=1')).items
    await watched.during(() => studio.call(`/library/items/${item?.id}/lineage`, { token }))
  } finally {
    watched.stop()
  }
  expect(watched.seen.size).toBeGreaterThan(10)
  expect(await growingSteps(db, watched.seen)).toEqual([])
})

/** Returns the most rows that one statement reads for a list, and the items of the list. */
async function mostRead(query: string): Promise<{ most: number; items: LibraryPage['items'] }> {
  const read: number[] = []
  const spy = vi.spyOn(
    Object.getPrototypeOf(studio.context.database.db.getExecutor()),
    'executeQuery'
  )
  const { items } = await list(query)
  // Other queries, such as those of timers, may run at the same time.
  spy.mock.calls.forEach(([asked], call) => {
    const { value } = spy.mock.settledResults[call] as { value: { rows: unknown[] } }
    if ((asked as CompiledQuery).sql.includes('"library_item"')) read.push(value.rows.length)
  })
  spy.mockRestore()
  return { most: Math.max(...read), items }
}

test('a page whose filters drop few items reads few', async () => {
  const { most, items } = await mostRead('favourite=true&search=bo&limit=40')
  expect(items).toHaveLength(40)
  expect(most).toBe(41)
})

test('favourites of a kind, and words of three letters, are found without reading others', async () => {
  for (const query of ['favourite=true&kind=video', 'search=boat+1'])
    expect((await mostRead(`${query}&limit=5`)).items, query).toHaveLength(5)
  expect((await mostRead('favourite=true&kind=video&limit=5')).most).toBe(6)
  expect((await mostRead('search=boat+1999&kind=video')).items).toEqual([])
  expect(await mostRead('search=boat+1998&kind=video')).toMatchObject({
    most: 1,
    items: [{ prompt: 'Boat 1998' }]
  })
})
