import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LIBRARY_KINDS, type LibraryPage } from '#contract/library.ts'
import type { Project } from '#contract/project.ts'
import { toUploadItem } from '#servers/library/add.ts'
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
  for (let at = 0; at < MANY; at += 200)
    await db
      .insertInto('library_item')
      .values(rows.slice(at, at + 200))
      .execute()
})
afterAll(() => studio.close())

function list(query: string): Promise<LibraryPage> {
  const { access_token: token } = ada.token
  return json(studio.call(`/library/items?${query}`, { token }))
}

test('each page of the library is read by an index, without sorting', async () => {
  const { db } = studio.context.database
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
      'search=boat+1999',
      'service=flux',
      `project=${id}`,
      'task=run',
      'from=1970-01-01&to=1970-01-02',
      ...LIBRARY_KINDS.map(kind => `kind=${kind}`)
    ])
      for (const cursor of ['', '1000_an-id'])
        await watched.during(() => list(`${filter}&cursor=${cursor}`))
  } finally {
    watched.stop()
  }
  expect(watched.seen.size).toBeGreaterThan(10)
  expect(await growingSteps(db, watched.seen)).toEqual([])
})

test('a page whose filters drop few items reads few', async () => {
  const { db } = studio.context.database
  const read: number[] = []
  const spy = vi.spyOn(Object.getPrototypeOf(db.getExecutor()), 'executeQuery')
  const page = await list('favourite=true&kind=video&limit=40')
  for (const { value } of spy.mock.settledResults)
    read.push((value as { rows: unknown[] }).rows.length)
  spy.mockRestore()
  expect(page.items).toHaveLength(40)
  expect(Math.max(...read)).toBe(125)
})
