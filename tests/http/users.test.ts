import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Invitee, User, Verification } from '#contract/user.ts'
import { identitySecret, signVerification } from '#servers/lib/verification.ts'
import { upload } from '../support/files.ts'
import { addPerson } from '../support/people.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  eve = await person(studio)
})
afterAll(() => studio.close())

const me = (who = ada): Promise<User> =>
  json(studio.call('/api/v1/users/me', { token: who.token.access_token }))
const put = (body: unknown, who = ada, path = '/api/v1/users/me'): Promise<Response> =>
  studio.call(path, { method: 'PUT', json: body, token: who.token.access_token })
const refusal = async (answer: Promise<Response>): Promise<unknown> => {
  const { status, ...response } = await answer.then(async each => ({
    status: each.status,
    body: (await each.json()) as { error: object }
  }))
  return [status, response.body.error]
}
const mails = async (): Promise<string[]> => {
  const folder = join(studio.context.config.dataDir, 'outbox')
  const names = (await readdir(folder)).toSorted()
  return Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
}

describe('a user’s own profile', () => {
  test('is empty at first, changes field by field, and belongs to one user', async () => {
    const before = await me()
    expect(before).toMatchObject({
      email: ada.email,
      is_verified: false,
      first_name: '',
      last_name: '',
      country: '',
      avatar: ''
    })
    expect(before.nickname).toBe(before.username)
    const changed = await json<User>(
      put({ nickname: '  Ada \u{1F469}\u200D\u{1F680} ', first_name: 'Augusta', city: 'London' })
    )
    expect(changed).toEqual({
      ...before,
      nickname: 'Ada \u{1F469}\u200D\u{1F680}',
      first_name: 'Augusta',
      city: 'London'
    })
    const again = await json<User>(
      put({
        last_name: 'King',
        gender: 'female',
        province: 'Greater London',
        country: 'GB',
        city: ''
      })
    )
    expect(again).toEqual({
      ...changed,
      last_name: 'King',
      gender: 'female',
      province: 'Greater London',
      country: 'GB',
      city: ''
    })
    expect(await me()).toEqual(again)
    expect(await me(eve)).toMatchObject({ email: eve.email, first_name: '', country: '' })
  })

  test('keeps fields that the user cannot change, and accepts the whole profile back', async () => {
    const before = await me()
    const forged = {
      id: eve.application.user_id,
      user_id: 'x',
      email: eve.email,
      is_verified: true,
      inviter_id: before.id,
      username: 'root'
    }
    expect(await json(put({ ...before, ...forged }))).toEqual(before)
    expect(await json(put({}))).toEqual(before)
    expect(await me(eve)).toMatchObject({ email: eve.email, nickname: eve.email.split('@')[0] })
    const { inviter_id } = await studio.context.database.db
      .selectFrom('profile')
      .select('inviter_id')
      .where('user_id', '=', before.id)
      .executeTakeFirstOrThrow()
    expect(inviter_id).toBeNull()
  })

  test('is created for a user who has none yet', async () => {
    const { db } = studio.context.database
    const { id } = await me(eve)
    await db.deleteFrom('profile').where('user_id', '=', id).execute()
    expect(await me(eve)).toMatchObject({ city: '' })
    expect(await json(put({ city: 'Eden' }, eve))).toMatchObject({ city: 'Eden', first_name: '' })
    expect(await json(put({ first_name: 'Eve' }, eve))).toMatchObject({
      city: 'Eden',
      first_name: 'Eve'
    })
  })

  test('has an uploaded image, and accepts no image of another site', async () => {
    const { file_url: avatar } = await upload(studio, ada, 'picture', 'a.png', 'image/png')
    expect(await json(put({ avatar }))).toMatchObject({ avatar })
    const id = avatar.split('/').at(-1) ?? ''
    const elsewhere = [
      'https://evil.example/a.png',
      `https://evil.example/files/${id}`,
      `${BASE}.evil.example/files/${id}`,
      `http://user:pass@127.0.0.1:4321/files/${id}`,
      `${BASE}/files/x`,
      `${BASE}/auth/logout`,
      `${BASE}/files/../auth/logout`,
      `/files/${id}`,
      `javascript:alert(1)//files/${id}`,
      'data:image/svg+xml,<svg/onload=alert(1)>'
    ]
    for (const address of elsewhere)
      expect([address, await refusal(put({ avatar: address, nickname: 'changed' }))]).toMatchObject(
        [
          address,
          [400, { code: 'bad_request', issues: [{ field: 'avatar', code: 'not_allowed' }] }]
        ]
      )
    expect(await me()).toMatchObject({ avatar, nickname: expect.not.stringContaining('changed') })
    expect(await json(put({ avatar: '' }))).toMatchObject({ avatar: '' })
  })

  test('keeps the image of a social sign-in', async () => {
    const { id } = await me()
    const image = 'https://pictures.example/ada.png'
    await studio.context.database.db
      .updateTable('user')
      .set({ image })
      .where('id', '=', id)
      .execute()
    expect(await json(put({ ...(await me()), city: 'Paris' }))).toMatchObject({
      avatar: image,
      city: 'Paris'
    })
    await json(put({ avatar: '' }))
  })

  test.each<[string, Record<string, unknown>, string, string]>([
    ['no name', { nickname: '' }, 'nickname', 'required'],
    ['a name of spaces', { nickname: ' \u3000 ' }, 'nickname', 'required'],
    ['a long name', { nickname: 'x'.repeat(10_000) }, 'nickname', 'too_long'],
    ['a long city', { city: 'x'.repeat(101) }, 'city', 'too_long'],
    ['a long picture', { avatar: `${BASE}/files/${'x'.repeat(10_000)}` }, 'avatar', 'too_long'],
    ['a number', { first_name: 7 }, 'first_name', 'wrong_type'],
    ['nothing', { last_name: null }, 'last_name', 'wrong_type'],
    ['a list', { gender: ['x'] }, 'gender', 'wrong_type'],
    ['an object', { country: { toString: 'x' } }, 'country', 'wrong_type'],
    ['a NUL', { province: 'a\0b' }, 'province', 'invalid'],
    ['a text with direction marks', { nickname: 'Ada\u202Eabc' }, 'nickname', 'invalid'],
    ['two lines', { nickname: 'Ada\r\nBcc: eve' }, 'nickname', 'invalid']
  ])('refuses %s and changes nothing', async (_, body, field, code) => {
    const before = await me()
    expect(await refusal(put({ first_name: 'Other', ...body }))).toMatchObject([
      400,
      { issues: [{ field, code }] }
    ])
    expect(await me()).toEqual(before)
  })

  test('accepts no keys that are names of an object’s prototype', async () => {
    const before = await me()
    const token = ada.token.access_token
    const body =
      '{"__proto__":{"nickname":"x","isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'
    expect(
      await json(
        studio.call('/api/v1/users/me', {
          method: 'PUT',
          body,
          token,
          headers: { 'content-type': 'application/json' }
        })
      )
    ).toEqual(before)
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
    for (const whole of [[], [before], 'text', 7, null]) expect((await put(whole)).status).toBe(400)
  })
})

describe('an email address', () => {
  const verify = (body: unknown, who: TestPerson): Promise<Response> =>
    put(body, who, '/api/v1/users/verify')
  const state = (who: TestPerson): Promise<Verification> =>
    json(studio.call('/api/v1/users/verify', { token: who.token.access_token }))
  const confirmedBy = ({ email, application }: TestPerson) => ({
    userId: application.user_id,
    email
  })
  const tokenFor = (email: string, more: object = {}, life = '1h'): Promise<string> =>
    new SignJWT({ email, ...more })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime(life)
      .sign(new TextEncoder().encode(identitySecret(studio.context.secrets)))

  test('is confirmed by the token of a repeated email, in the user’s language', async () => {
    const uma = await person(studio)
    expect(await state(uma)).toEqual({ email: uma.email, is_verified: false })
    const before = await mails()
    const sent = await studio.call('/api/v1/users/verify', {
      method: 'PUT',
      json: {},
      token: uma.token.access_token,
      headers: { 'accept-language': 'de' }
    })
    expect(await json(sent)).toEqual({ email: uma.email, is_verified: false })
    const [fresh = '', ...more] = (await mails()).filter(mail => !before.includes(mail))
    expect(more).toEqual([])
    expect(fresh).toContain(`To: ${uma.email}\r\n`)
    expect(fresh).toContain('E-Mail-Adresse bestätigen')
    const link = new URL(/http\S+/.exec(fresh)?.[0] ?? '')
    expect(`${link.origin}${link.pathname}`).toBe(`${BASE}/de/auth/login`)
    expect(link.searchParams.get('mode')).toBe('verify')
    const token = link.searchParams.get('token') ?? ''
    expect(await json(verify({ token }, uma))).toEqual({ email: uma.email, is_verified: true })
    expect(await me(uma)).toMatchObject({ is_verified: true })
    expect(await json(verify({}, uma))).toEqual({ email: uma.email, is_verified: true })
    expect(await json(verify({ token: 'anything' }, uma))).toEqual({
      email: uma.email,
      is_verified: true
    })
    expect(await mails()).toHaveLength(before.length + 1)
  })

  test('is also confirmed by the call of the login page, with the same token', async () => {
    const uma = await person(studio)
    const token = await signVerification(studio.context.secrets, confirmedBy(uma))
    expect((await studio.call(`/api/auth/verify-email?token=${token}`)).status).toBeLessThan(400)
    expect(await state(uma)).toEqual({ email: uma.email, is_verified: true })
  })

  test('is not confirmed by anything else', async () => {
    const good = await signVerification(studio.context.secrets, confirmedBy(eve))
    const { userId } = confirmedBy(eve)
    const wrong: unknown[] = [
      await signVerification(studio.context.secrets, confirmedBy(ada)),
      await signVerification(studio.context.secrets, {
        userId: ada.application.user_id,
        email: eve.email
      }),
      await tokenFor(eve.email),
      await tokenFor(eve.email, { userId }, '-1s'),
      await tokenFor(eve.email, { userId, updateTo: ada.email }),
      await tokenFor(ada.email, {
        userId,
        updateTo: eve.email,
        requestType: 'change-email-verification'
      }),
      `${good}x`,
      `${good.split('.', 2).join('.')}.`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.`,
      eve.token.access_token,
      'x'
    ]
    for (const token of wrong)
      expect(await refusal(verify({ token }, eve))).toMatchObject([
        400,
        { code: 'bad_request', issues: [{ field: 'token', code: 'expired' }] }
      ])
    for (const token of [7, ['x'], {}, 'x'.repeat(10_000), 'a\0b'])
      expect(await refusal(verify({ token }, eve))).toMatchObject([
        400,
        { issues: [{ field: 'token' }] }
      ])
    expect(await state(eve)).toMatchObject({ is_verified: false })
  })
})

test('an inviter sees their invited users, newest first, by name only', async () => {
  const { context } = studio
  const inviter = await me()
  const list = (query = '', who = ada): Promise<{ items: Invitee[]; count: number }> =>
    json(studio.call(`/api/v1/users/me/invitees${query}`, { token: who.token.access_token }))
  expect(await list()).toEqual({ items: [], count: 0 })
  const ids: string[] = []
  for (const name of ['Uno', 'Due', 'Tre']) {
    context.clock.advance(1000)
    const id = await addPerson(context, name)
    ids.unshift(id)
    const blank = {
      first_name: 'hush',
      last_name: '',
      gender: '',
      city: '',
      province: '',
      country: ''
    }
    const row = {
      ...blank,
      user_id: id,
      inviter_id: inviter.id,
      origin: BASE,
      created_at: context.clock.now()
    }
    await context.database.db.insertInto('profile').values(row).execute()
  }
  const all = await list()
  expect(all).toMatchObject({ count: 3, items: ids.map(id => ({ id })) })
  expect(all.items[0]).toEqual({
    id: ids[0],
    nickname: 'Tre',
    avatar: '',
    date_joined: new Date(context.clock.now()).toISOString()
  })
  expect(JSON.stringify(all)).not.toMatch(/@|hush/)
  expect(await list('?limit=1&offset=1')).toMatchObject({ count: 3, items: [{ id: ids[1] }] })
  const { id: evesId } = await me(eve)
  expect(await list(`?user_id=${inviter.id}&inviter_id=${inviter.id}`, eve)).toEqual({
    items: [],
    count: 0
  })
  expect(ids).not.toContain(evesId)
  for (const query of ['?limit=-1', '?limit=x', '?offset=1e9', '?limit=5000'])
    expect(
      (await studio.call(`/api/v1/users/me/invitees${query}`, { token: ada.token.access_token }))
        .status
    ).toBe(400)
})

test('a confirmation email can be requested again a few times a minute', async () => {
  const strict = await openStudio()
  const uma = await person(strict)
  const statuses: number[] = []
  for (let time = 0; time < 12; time++)
    statuses.push(
      (
        await strict.call('/api/v1/users/verify', {
          method: 'PUT',
          json: {},
          token: uma.token.access_token
        })
      ).status
    )
  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(429)
  await strict.close()
})
