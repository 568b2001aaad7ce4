import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeModel } from '#servers/platform/chat-models/models.ts'
import { findShelfModel } from '#catalog/chat/shelf.server.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import { freshContext, type TestContext } from '../support/context.ts'

let [here, there] = [] as unknown as [TestContext, TestContext]

beforeEach(async () => {
  here = await freshContext()
  // This context acts as another process with its own connection to the same data.
  there = { ...here, database: { ...here.database } }
})
afterEach(() => here.close())

const labelIn = async (context: TestContext): Promise<string | undefined> =>
  findShelfModel(await readShelf(context), 'gpt-6-sol')?.label

test('a change of a model applies at once in its process, and after three seconds in another', async () => {
  expect([await labelIn(here), await labelIn(there)]).toEqual(['GPT-6 Sol', 'GPT-6 Sol'])
  await changeModel(here, 'gpt-6-sol', { label: 'Our Sol' })
  expect([await labelIn(here), await labelIn(there)]).toEqual(['Our Sol', 'GPT-6 Sol'])
  here.clock.advance(3000)
  expect(await labelIn(there)).toBe('Our Sol')
})

test('calls within three seconds share one read of the models', async () => {
  await labelIn(here)
  await here.database.db
    .insertInto('chat_model')
    .values({ name: 'gpt-6-sol', changes: '{"label":"Unseen"}', updated_at: 0 })
    .execute()
  expect(await labelIn(here)).toBe('GPT-6 Sol')
})
