import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { User } from '#contract/user.ts'
import { codeFor, cookiesOf, json, openStudio } from '../support/studio.ts'

test('a new address is asked to be confirmed, in its person’s language, by a mail in the outbox', async () => {
  const studio = await openStudio()
  const answer = await studio.call('/api/auth/sign-up/email', {
    json: { email: 'ada@example.com', password: 'correct horse battery' },
    headers: { 'accept-language': 'de-AT' }
  })
  const { access_token: token } = await json<{ access_token: string }>(
    studio.call('/oauth2/v1/token', { json: { code: await codeFor(studio, cookiesOf(answer)) } })
  )
  const me = (): Promise<User> => json(studio.call('/api/v1/users/me', { token }))
  expect(await me()).toMatchObject({ email: 'ada@example.com', nickname: 'ada', is_verified: false })

  const folder = join(studio.context.config.dataDir, 'outbox')
  const [name = ''] = await readdir(folder)
  const mail = await readFile(join(folder, name), 'utf8')
  expect(mail).toContain('To: ada@example.com')
  expect(mail).toContain('E-Mail-Adresse')
  const [link = ''] = /http\S+/.exec(mail) ?? []
  const confirmed = await studio.call(link)
  expect(confirmed.status).toBe(302)
  expect((await me()).is_verified).toBe(true)
  await studio.close()
})
