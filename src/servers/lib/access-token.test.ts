import { SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshContext, type TestContext } from '../../../tests/support/context.ts'
import { addGrant, addPerson } from '../../../tests/support/people.ts'
import {
  ACCESS_SECONDS,
  readAccessToken,
  signAccessToken,
  type Person
} from '#servers/lib/access-token.ts'
import { createSecrets } from '#servers/lib/secrets.ts'

let context: TestContext
let person: Person
let token = ''

beforeEach(async () => {
  context = await freshContext()
  const userId = await addPerson(context)
  person = { userId, grantId: await addGrant(context, userId), origin: 'https://studio.example' }
  token = await signAccessToken(context, person)
})
afterEach(() => context.close())

const invalid = { code: 'invalid_token', status: 401 }

test('a token names its user, grant and site', async () => {
  expect(await readAccessToken(context, token)).toEqual(person)
})

test('a token lives an hour', async () => {
  context.clock.advance(ACCESS_SECONDS * 1000 - 1)
  expect(await readAccessToken(context, token)).toEqual(person)
  context.clock.advance(1)
  await expect(readAccessToken(context, token)).rejects.toMatchObject({
    code: 'token_expired',
    status: 401
  })
})

test('a token ends with its sign-in, also after it was accepted', async () => {
  expect(await readAccessToken(context, token)).toEqual(person)
  await context.database.db
    .updateTable('grant')
    .set({ revoked_at: context.clock.now() })
    .where('id', '=', person.grantId)
    .execute()
  await expect(readAccessToken(context, token)).rejects.toMatchObject(invalid)
})

test('a token of an unknown grant is refused', async () => {
  const stray = await signAccessToken(context, { ...person, grantId: 'nothing' })
  await expect(readAccessToken(context, stray)).rejects.toMatchObject(invalid)
})

test('a token of another user’s grant is refused', async () => {
  const other = await signAccessToken(context, {
    ...person,
    userId: await addPerson(context, 'Bob')
  })
  await expect(readAccessToken(context, other)).rejects.toMatchObject(invalid)
})

describe('a token that was not made here', () => {
  const claims = (): Record<string, unknown> => ({
    sid: person.grantId,
    origin: person.origin,
    sub: person.userId,
    exp: context.clock.now() / 1000 + 60
  })
  const signed = (header: Record<string, string>, key: Uint8Array): Promise<string> =>
    new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header }).sign(key)

  test.each(['', 'a.b.c', 'null', 'Bearer x', '....'])('refuses %j', async text => {
    await expect(readAccessToken(context, text)).rejects.toMatchObject(invalid)
  })
  test.each([0, 1, 2])('refuses a change in part %d', async part => {
    const parts = token.split('.')
    const old = parts[part] ?? ''
    parts[part] = `${old.slice(0, 5)}${old[5] === 'A' ? 'B' : 'A'}${old.slice(6)}`
    await expect(readAccessToken(context, parts.join('.'))).rejects.toMatchObject(invalid)
  })
  test('refuses a signature under another secret', async () => {
    const foreign = await signed({}, createSecrets('y'.repeat(40)).key('access-token'))
    await expect(readAccessToken(context, foreign)).rejects.toMatchObject(invalid)
  })
  test('refuses a signature with a key for another purpose', async () => {
    await expect(
      readAccessToken(context, await signed({}, context.secrets.key('box')))
    ).rejects.toMatchObject(invalid)
  })
  test.each<Record<string, string>>([{ typ: 'JWT' }, { typ: 'qr+jwt' }, { alg: 'HS512' }])(
    'refuses the header %j',
    async header => {
      await expect(
        readAccessToken(context, await signed(header, context.secrets.key('access-token')))
      ).rejects.toMatchObject(invalid)
    }
  )
  test('refuses an unsigned token', async () => {
    const encode = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url')
    const naked = `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims())}.`
    await expect(readAccessToken(context, naked)).rejects.toMatchObject(invalid)
  })
})
