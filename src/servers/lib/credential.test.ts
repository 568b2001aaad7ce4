import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshContext, type TestContext } from '../../../tests/support/context.ts'
import { addApplication, addCredential, addPerson } from '../../../tests/support/people.ts'
import { readCredential } from '#servers/lib/credential.ts'

let context: TestContext
let userId = ''
let applicationId = ''

beforeEach(async () => {
  context = await freshContext()
  userId = await addPerson(context)
  applicationId = await addApplication(context, userId)
})
afterEach(() => context.close())

test('a credential identifies one plan of one user', async () => {
  const { id, token } = await addCredential(context, userId, applicationId)
  expect(await readCredential(context, token)).toEqual({
    credentialId: id,
    applicationId,
    userId,
    serviceId: '',
    host: null,
    guest: false
  })
})

test('a credential works until it expires', async () => {
  const { token } = await addCredential(context, userId, applicationId, context.clock.now() + 1000)
  context.clock.advance(999)
  expect(await readCredential(context, token)).toMatchObject({ userId })
  context.clock.advance(1)
  await expect(readCredential(context, token)).rejects.toMatchObject({
    code: 'token_expired',
    status: 401
  })
})

test('an unknown token is refused, and so is the hash of a known one', async () => {
  const { id } = await addCredential(context, userId, applicationId)
  const { token_hash } = await context.database.db
    .selectFrom('credential')
    .select('token_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  for (const token of ['', 'pm_', 'pm_unknown', token_hash, `pm_${token_hash}`]) {
    await expect(readCredential(context, token)).rejects.toMatchObject({
      code: 'invalid_token',
      status: 401
    })
  }
})

test('a deleted credential is refused at once', async () => {
  const { id, token } = await addCredential(context, userId, applicationId)
  await context.database.db.deleteFrom('credential').where('id', '=', id).execute()
  await expect(readCredential(context, token)).rejects.toMatchObject({ code: 'invalid_token' })
})
