import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { User } from '#contract/user.ts'
import { LOCALES } from '#i18n/locale.ts'
import { createLog } from '#servers/lib/log.ts'
import { sendMail, type Mail } from '#servers/lib/mail.ts'
import { createCourier } from '#servers/lib/mail/courier.ts'
import { composeMail } from '#servers/lib/mail/letter.ts'
import { freshContext } from '../support/context.ts'
import { codeFor, cookiesOf, json, openStudio } from '../support/studio.ts'

const KINDS = ['verify', 'reset', 'magic', 'taken', 'guarded', 'changed'] as const
const SITE = { title: 'Studio „Ada“', origin: 'https://studio.example' }
const LINK = 'https://auth.example/de/auth/login?mode=verify&token=hush-hush-token'
const MAIL: Mail = {
  to: 'ada.private@example.com',
  kind: 'verify',
  link: LINK,
  locale: 'de',
  site: SITE
}

describe('without a mail server', () => {
  test('a new user gets a confirmation email in their language', async () => {
    const studio = await openStudio()
    const answer = await studio.call('/api/auth/sign-up/email', {
      json: { email: 'ada@example.com', password: 'correct horse battery' },
      headers: { 'accept-language': 'de-AT' }
    })
    const { access_token: token } = await json<{ access_token: string }>(
      studio.call('/oauth2/v1/token', { json: { code: await codeFor(studio, cookiesOf(answer)) } })
    )
    const me = (): Promise<User> => json(studio.call('/api/v1/users/me', { token }))
    expect(await me()).toMatchObject({
      email: 'ada@example.com',
      nickname: 'ada',
      is_verified: false
    })

    const folder = join(studio.context.config.dataDir, 'outbox')
    const [name = ''] = await readdir(folder)
    const mail = await readFile(join(folder, name), 'utf8')
    expect(mail).toContain('To: ada@example.com')
    expect(mail).toContain('E-Mail-Adresse')
    const link = new URL(/http\S+/.exec(mail)?.[0] ?? '')
    expect([link.pathname, link.searchParams.get('mode')]).toEqual(['/de/auth/login', 'verify'])
    const confirmed = await studio.call(
      `/api/auth/verify-email?token=${link.searchParams.get('token')}`
    )
    expect(confirmed.status).toBeLessThan(400)
    expect((await me()).is_verified).toBe(true)
    await studio.close()
  })

  test.each([
    ['/auth/login?redirect=%2Fflux', 'de-AT', '/de/auth/login', 'Ihr Anmeldelink'],
    ['/fr/auth/login?redirect=%2Fflux', 'de-AT', '/fr/auth/login', 'Votre lien de connexion'],
    ['/auth/login?redirect=%2Fflux', 'en', '/auth/login', 'Your sign-in link']
  ])(
    'an email requested at %s in %s leads to %s, in the language of that page',
    async (callbackURL, language, path, words) => {
      const studio = await openStudio()
      const asked = {
        json: { email: 'ada@example.com', callbackURL },
        headers: { 'accept-language': language }
      }
      expect((await studio.call('/api/auth/sign-in/magic-link', asked)).status).toBe(200)
      const folder = join(studio.context.config.dataDir, 'outbox')
      const [name = ''] = await readdir(folder)
      const mail = await readFile(join(folder, name), 'utf8')
      expect(mail).toContain(words)
      expect(mail, 'a site without a name uses the name of its pages').toMatch(
        /^Subject: Polymuse\s?:/m
      )
      const { pathname, searchParams } = new URL(/http\S+/.exec(mail)?.[0] ?? '')
      expect([pathname, searchParams.get('mode'), searchParams.get('redirect')]).toEqual([
        path,
        'magic',
        '/flux'
      ])
      await studio.close()
    }
  )

  test('an email becomes a file in the outbox, and its link appears in the log', async () => {
    const lines: string[] = []
    const plain = await freshContext({
      log: createLog('info', { write: line => lines.push(line) })
    })
    await sendMail(plain, MAIL)
    const folder = join(plain.config.dataDir, 'outbox')
    const [name = ''] = await readdir(folder)
    const file = await readFile(join(folder, name), 'utf8')
    expect(
      file.startsWith(`To: ${MAIL.to}\r\nSubject: Studio „Ada“: E-Mail-Adresse bestätigen\r\n`)
    ).toBe(true)
    expect(/http\S+/.exec(file)?.[0]).toBe(LINK)
    expect(JSON.parse(lines.join(''))).toMatchObject({
      msg: 'mail written to the outbox',
      mail: 'verify',
      link: LINK,
      file: name
    })
    expect(await plain.database.db.selectFrom('mail').select('id').execute()).toEqual([])
    await plain.close()
  })

  test('emails that wait for a mail server go to the outbox if none is configured any longer', async () => {
    const context = await freshContext()
    const mail = { url: 'smtp://127.0.0.1:9', from: 'studio@example.com' }
    await sendMail({ ...context, config: { ...context.config, mail } }, MAIL)
    const courier = createCourier({ context, tick: 0 })
    await courier.wake()
    expect(await readdir(join(context.config.dataDir, 'outbox'))).toHaveLength(1)
    expect(await context.database.db.selectFrom('mail').select('id').execute()).toEqual([])
    await courier.stop()
    await context.close()
  })
})

test.each(LOCALES.flatMap(locale => KINDS.map(kind => ({ locale, kind }))))(
  '$kind in $locale names its site and has one link',
  each => {
    const site = { title: '<b>Ada & "Co"</b>', origin: 'http://[::1]:4321' }
    const { subject, text, html } = composeMail({ ...MAIL, ...each, site })
    expect(subject).toContain(site.title)
    expect(text).toContain(site.title)
    expect(`${subject}${text}`).not.toMatch(/mail\.\w+\.|\{\{/)
    expect(text.match(/https?:/g)).toHaveLength(1)
    expect(html).toContain('&lt;b&gt;Ada &amp; &quot;Co&quot;&lt;/b&gt;')
    expect(html.match(/https?:/g)).toHaveLength(1)
    expect(html).not.toMatch(/<b>|<img|<script|<link|url\(/)
  }
)

test("an email has the brand of its site, with a logo from the site's own origin only", () => {
  const look = (logo: string, accent = ''): string =>
    composeMail({ ...MAIL, site: { ...SITE, logo, accent } }).html
  expect(look('/files/logo.png', '#2563eb')).toContain(
    '<img src="https://studio.example/files/logo.png" alt="Studio „Ada“"'
  )
  expect(look('', '#2563eb')).toContain('background:#2563eb;color:#fcfcfc')
  expect(look('', '#ffee00')).not.toContain('background:#ffee00')
  expect(look('https://elsewhere.example/spy.png')).not.toContain('elsewhere')
  expect(look('')).toMatch(/<h1[^>]*>E-Mail-Adresse bestätigen<\/h1>/)
})
