import { afterAll, beforeAll, expect, test } from 'vitest'
import { credit } from '#servers/ledger/ledger.ts'
import { freshDatabase } from '../support/database.ts'
import { fewestStatements, statementsOf } from '../support/statement-count.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let vendor: OpenaiServer
let ada: TestPerson

const ask = (headers: Record<string, string> = {}): Promise<unknown> =>
  json(
    studio.call('/v1/chat/completions', {
      json: { model: 'gpt-6-sol', messages: [{ role: 'user', content: 'Hi' }] },
      token: ada.credential.token,
      headers
    })
  )

beforeAll(async () => {
  vendor = await startOpenaiServer({ pieces: ['Hello.'] })
  studio = await openStudio({
    database: await freshDatabase('sqlite'),
    environment: { OPENAI_API_KEY: 'sk-operator', OPENAI_BASE_URL: vendor.url }
  })
  ada = await person(studio)
  const place = { applicationId: ada.application.id, fund: 'real' } as const
  await credit(studio.context.database.db, 'order', {
    ...place,
    reference: 'test-money',
    amount: 1_000_000_000,
    now: 0
  })
  // Fill the caches with a first call.
  await ask()
})
afterAll(async () => {
  await studio.close()
  await studio.context.close()
  await vendor.close()
})

const countOf = (statements: readonly string[], text: string): number =>
  statements.filter(each => each === text).length

const TRIES = ['1', '2', '3', '4', '5']

// The last column is the maximum of statements. Every API call costs as much, so a higher number
// needs a reason. One of them makes sure that the account was not deleted in the meantime.
test.each([
  ['a completion', TRIES.map(() => () => ask()), 20],
  [
    'a completion with an idempotency key',
    TRIES.map(key => () => ask({ 'idempotency-key': key })),
    22
  ]
])('%s takes two transactions and few statements', async (_, calls, most) => {
  const statements = await fewestStatements(calls)
  expect(countOf(statements, 'commit')).toBe(2)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most)
})

test('completions at the same moment share their transactions', async () => {
  const calls = 16
  const statements = await statementsOf(() =>
    Promise.all(Array.from({ length: calls }, () => ask()))
  )
  expect(countOf(statements, 'savepoint member')).toBeGreaterThan(0)
  expect(countOf(statements, 'commit')).toBeLessThan(2 * calls)
  const { db } = studio.context.database
  const open = await db.selectFrom('run').select('id').where('state', '=', 'running').execute()
  expect(open).toEqual([])
})
