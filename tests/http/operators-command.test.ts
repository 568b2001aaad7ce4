import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  addOperator,
  describeOperators,
  removeOperator
} from '#servers/platform/sites/operators.ts'
import { runCommand } from '../support/command.ts'
import { freshStore } from '../support/database.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

const NOW = Date.UTC(2026, 10, 27)

let studio: TestStudio
beforeEach(async () => {
  studio = await openStudio()
})
afterEach(() => studio.close())

const listed = async (): Promise<string[]> =>
  (await describeOperators(studio.context.database)).map(({ email }) => email).toSorted()

/** Calls a route that only operators may call. @returns its status */
const visit = async ({ token }: TestPerson): Promise<number> =>
  (await studio.call('/api/v1/operation/audit', { token: token.access_token })).status

test('a user becomes an operator, and no longer is one, at once', async () => {
  const { database } = studio.context
  await person(studio, 'ada@example.com')
  const eve = await person(studio, 'eve@example.com')
  expect([await listed(), await visit(eve)]).toEqual([['ada@example.com'], 403])
  await addOperator(database, 'Eve@example.com', NOW)
  await addOperator(database, 'eve@example.com', NOW)
  expect([await listed(), await visit(eve)]).toEqual([['ada@example.com', 'eve@example.com'], 200])
  await removeOperator(database, 'eve@example.com', NOW)
  expect([await listed(), await visit(eve)]).toEqual([['ada@example.com'], 403])
})

test('the last operator who can sign in stays, and strangers are refused', async () => {
  const { database } = studio.context
  await expect(addOperator(database, 'ada@example.com', NOW)).rejects.toThrow('no site yet')
  await person(studio, 'ada@example.com')
  await expect(removeOperator(database, 'ada@example.com', NOW)).rejects.toThrow(
    'nobody else could sign in as an operator'
  )
  await expect(addOperator(database, 'eve@example.com', NOW)).rejects.toThrow(
    'nobody has signed up with eve@example.com'
  )
  expect(await listed()).toEqual(['ada@example.com'])
})

test('the command prints a setup link while there is no site, and says what it takes', async () => {
  const store = await freshStore(undefined, true)
  const { code, output } = await runCommand('operators', store, 'setup-link')
  expect([code, output]).toEqual([0, expect.stringMatching(/^Open this link once: http:\S+setup=/)])
  expect(await runCommand('operators', store)).toEqual({
    code: 0,
    output: 'There is no operator yet.\n'
  })
  expect(await runCommand('operators', store, 'add')).toEqual({
    code: 1,
    output:
      'The operators were not changed: say nothing, add <email>, remove <email> or setup-link\n'
  })
  await store.remove()
})
