import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../../tests/support/database.ts'
import { idOf } from '../../../../tests/support/account.ts'
import { statementsOf } from '../../../../tests/support/statement-count.ts'
import {
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../../../../tests/support/studio.ts'
import { FeedWatch, type AccountNews } from '#servers/api/events/feed-watch.ts'

let studio: TestStudio
const people: { who: TestPerson; id: string }[] = []
beforeAll(async () => {
  studio = await openStudio({ database: await freshDatabase('sqlite') })
  for (let count = 0; count < 3; count++) {
    const who = await person(studio)
    people.push({ who, id: await idOf(studio, who) })
  }
})
afterAll(async () => {
  await studio.close()
  await studio.context.close()
})

let watch: FeedWatch
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  watch = new FeedWatch(studio.context)
})
afterEach(() => void vi.useRealTimers())

/** Watches each user twice, as two computers do. @returns what each heard */
async function watchAll(): Promise<{ news: AccountNews[][]; leave(): void }> {
  const news: AccountNews[][] = people.map(() => [])
  const leaving = people.flatMap(({ id }, at) =>
    [0, 1].map(() => watch.add(id, each => news[at]?.push(each)))
  )
  await Promise.all(people.map(({ id }) => watch.ready(id)))
  return { news, leave: () => leaving.forEach(leave => leave()) }
}

/** Lets the watch look once, and waits for the end of it. @returns its statements */
async function look(): Promise<string[]> {
  const statements = await statementsOf(async () => {
    vi.advanceTimersByTime(2000)
    await new Promise(resolve => void setTimeout(resolve))
  })
  return statements.filter(each => each.includes('as "topic"'))
}

test('one statement reads the changes of all users, by indexes', async () => {
  const { leave } = await watchAll()
  const [statement = '', ...others] = await look()
  leave()
  expect(others).toEqual([])
  const { rows } = await sql
    .raw<{ detail: string }>(`explain query plan ${statement}`)
    .execute(studio.context.database.db)
  const plan = rows.map(({ detail }) => detail)
  expect(plan.filter(step => step.startsWith('SEARCH'))).toHaveLength(7)
  expect(plan.filter(step => /SCAN|TEMP B-TREE/.test(step))).toEqual([])
})

test('only the user whose account changed hears of it, on every device', async () => {
  const { news, leave } = await watchAll()
  await look()
  expect(news).toEqual([[], [], []])
  const { who } = people[1] as (typeof people)[number]
  const body = { application_id: who.application.id, name: 'new' }
  await json(studio.call('/api/v1/credentials', { json: body, token: who.token.access_token }))
  await look()
  await look()
  const heard = { hasRuns: false, topics: ['credentials'] }
  expect(news).toEqual([[], [heard, heard], []])
  leave()
})

test('a run that another process began is heard of', async () => {
  const { news, leave } = await watchAll()
  const { who } = people[2] as (typeof people)[number]
  const asked = { model: 'gpt-5-all', question: 'tides? [sandbox:tokens=5]', async: true }
  await json(studio.call('/aichat/conversations', { json: asked, token: who.credential.token }))
  await look()
  expect(news.map(each => each.map(({ hasRuns }) => hasRuns))).toEqual([[], [], [true, true]])
  leave()
})

test('nothing is read when nobody is left', async () => {
  const { leave } = await watchAll()
  leave()
  expect(await look()).toEqual([])
})
