import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCommonPassword, isGuessableWord } from '#servers/auth/common-passwords.ts'
import { readProblem } from '../support/http-problem.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

const PASSWORD = 'correct horse battery'
const TOO_COMMON = [400, 'bad_request', 'password too_common']

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  const { db } = studio.context.database
  const site = await db.selectFrom('site').selectAll().executeTakeFirstOrThrow()
  const named = {
    id: crypto.randomUUID(),
    origin: 'https://studio.example',
    title: 'Lantern Studio'
  }
  await db
    .insertInto('site')
    .values({ ...site, ...named })
    .execute()
})
afterAll(() => studio.close())

const post = (path: string, body: object): Promise<Response> =>
  studio.call(`/api/auth/${path}`, { json: body, headers: { cookie: ada.cookie } })

test.each(['password', 'Password', '12345678', 'QWERTYUIOP', 'iloveyou'])(
  'the common password %s is refused at a sign-up',
  async password => {
    const account = { email: 'new@example.com', password }
    expect(await readProblem(post('sign-up/email', account))).toEqual(TOO_COMMON)
  }
)

test('a common password is refused when an account changes or resets its own', async () => {
  const change = { currentPassword: PASSWORD, newPassword: 'Superman' }
  expect(await readProblem(post('change-password', change))).toEqual(TOO_COMMON)
  const reset = { token: 'x'.repeat(24), newPassword: 'baseball' }
  expect(await readProblem(post('reset-password', reset))).toEqual(TOO_COMMON)
  expect((await post('sign-in/email', { email: ada.email, password: PASSWORD })).status).toBe(200)
})

test.each([
  'Polymuse2026!',
  'lantern_studio99',
  '2027.Studio.Example',
  'Grace.Hopper-1906',
  'grace.hopper@example.com'
])(
  'the password %s, a word of the site or of the user, is refused at a sign-up',
  async password => {
    const account = { email: 'grace.hopper@example.com', password }
    expect(await readProblem(post('sign-up/email', account))).toEqual(TOO_COMMON)
  }
)

test('a word of the site is refused when an account changes its password', async () => {
  const change = { currentPassword: PASSWORD, newPassword: 'PolyMuse.123' }
  expect(await readProblem(post('change-password', change))).toEqual(TOO_COMMON)
})

test('a sign-in with a common password is only compared', async () => {
  const answer = post('sign-in/email', { email: ada.email, password: 'password' })
  expect(await readProblem(answer)).toEqual([400, 'bad_request', 'password wrong_password'])
})

test('common passwords are on the list, sentences are not', () => {
  expect(isCommonPassword('correct horse battery')).toBe(false)
  expect(isCommonPassword('password correct')).toBe(false)
  expect(isCommonPassword('sunshine')).toBe(true)
})

test('a word with digits and signs is recognized, a longer text is not', () => {
  const words = ['Lantern Studio', 'صباح', '']
  for (const password of ['Lantern-Studio', 'l4antern 5studio!', 'صباح2026'])
    expect(isGuessableWord(password, words), password).toBe(true)
  for (const password of ['lantern studio boat', 'lantern', '20261128', ''])
    expect(isGuessableWord(password, words), password).toBe(false)
})
