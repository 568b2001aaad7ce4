import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { fewestStatements } from '../support/statement-count.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson

const read = (path: string): Promise<unknown> =>
  json(studio.call(path, { token: ada.token.access_token }))

beforeAll(async () => {
  studio = await openStudio({ database: await freshDatabase('sqlite') })
  ada = await person(studio)
})
afterAll(async () => {
  await studio.close()
  await studio.context.close()
})

const TRIES = [1, 2, 3, 4, 5]

// The last column is the maximum of statements. Every page of a user makes these calls, so a higher
// number needs a reason.
test.each([
  ['the site', () => read(`/api/v1/sites/?origin=${studio.context.config.hosts.hub}`), 3],
  ['the plans', () => read('/api/v1/applications/?limit=100'), 10],
  ['no tasks in progress', () => read('/api/v1/usage/apis?state=running&limit=20'), 2]
])('a page reads %s with few statements', async (_, call, most) => {
  await call()
  const statements = await fewestStatements(TRIES.map(() => call))
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most)
})
