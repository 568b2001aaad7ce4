import { expect, test } from 'vitest'
import { signUp } from '../../scripts/budget-person.ts'
import { openDatabase } from '#servers/lib/database/database.ts'
import { startStudio, visit } from '../support/process.ts'
import { wordsOf } from '../support/words.ts'

test('the profile shows the credits of a plan, and no amount before there is a plan', async () => {
  const studio = await startStudio()
  const { session } = await signUp(studio.url)
  const profile = async (): Promise<string> =>
    (await visit(`${studio.url}/profile`, { headers: { cookie: session } })).text
  // The rail has the same words.
  const label = `text-muted">${wordsOf('en')('user.balance.left')}</span>`
  expect(await profile()).toContain(label)

  const { databaseUrl: url, dataDir } = studio.store
  const database = await openDatabase({ url, dataDir })
  await database.db.deleteFrom('credential').execute()
  await database.db.deleteFrom('application').execute()
  await database.close()
  const text = await profile()
  expect(text).not.toContain(label)
  expect(text).toContain('href="/console/applications"')
  await studio.stop()
})
