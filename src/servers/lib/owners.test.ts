import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshContext, type TestContext } from '../../../tests/support/context.ts'
import { addApplication, addCredential, addPerson } from '../../../tests/support/people.ts'
import { checkOwner } from '#servers/lib/owners.ts'

let context: TestContext
beforeEach(async () => {
  context = await freshContext()
})
afterEach(() => context.close())

test('a row is found only by its owner', async () => {
  const { db } = context.database
  const [ada, bob] = [await addPerson(context, 'Ada'), await addPerson(context, 'Bob')]
  const application = await addApplication(context, ada)
  const credential = await addCredential(context, ada, application)

  await expect(checkOwner(db, 'application', application, ada)).resolves.toBeUndefined()
  await expect(checkOwner(db, 'credential', credential.id, ada)).resolves.toBeUndefined()
  for (const stranger of [bob, '']) {
    const foreign = checkOwner(db, 'application', application, stranger)
    await expect(foreign).rejects.toMatchObject({
      code: 'not_found',
      detail: `no application ${application}`
    })
    await expect(checkOwner(db, 'application', 'missing', stranger)).rejects.toMatchObject({
      code: 'not_found',
      detail: 'no application missing'
    })
  }
})

test('an id of a row of another kind is not found', async () => {
  const ada = await addPerson(context)
  const application = await addApplication(context, ada)
  await expect(
    checkOwner(context.database.db, 'conversation', application, ada)
  ).rejects.toMatchObject({ code: 'not_found' })
  await expect(checkOwner(context.database.db, 'run', "' or 1=1 --", ada)).rejects.toMatchObject({
    code: 'not_found'
  })
})

test('rows that the same transaction created are found', async () => {
  const ada = await addPerson(context)
  await context.database.transaction(async tx => {
    const row = {
      id: 'c1',
      user_id: ada,
      application_id: 'a',
      origin: '',
      model: '',
      title: '',
      listed: 1,
      created_at: 0,
      updated_at: 0
    }
    await tx.insertInto('conversation').values(row).execute()
    await expect(checkOwner(tx, 'conversation', 'c1', ada)).resolves.toBeUndefined()
  })
})
