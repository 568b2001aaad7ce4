import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#servers/lib/log.ts'
import { sendMail, type Mail } from '#servers/lib/mail.ts'
import { createCourier, type Courier } from '#servers/lib/mail/courier.ts'
import { freshContext, type TestContext } from '../support/context.ts'
import { BASE, openStudio } from '../support/studio.ts'
import { readMail, startMailServer, type MailServer } from '../support/smtp.ts'

const HOUR = 3_600_000
const SITE = { title: 'Studio „Ada“', origin: 'https://studio.example' }
const LINK = 'https://auth.example/ar/auth/login?mode=verify&token=hush-hush-token'
const MAIL: Mail = {
  to: 'ada.private@example.com',
  kind: 'verify',
  link: LINK,
  locale: 'ar',
  site: SITE
}

let server: MailServer
let context: TestContext
let courier: Courier
const lines: string[] = []

beforeEach(async () => {
  lines.length = 0
  server = await startMailServer()
  context = await withServer(server)
  courier = createCourier({ context, tick: 0 })
})
afterEach(async () => {
  await courier.stop()
  await server.down()
  await context.close()
  // No test may log a recipient, a link or a password.
  for (const line of lines) expect(line).not.toMatch(/private|hush|auth\.example|p:ss/)
})

const withServer = ({ url }: MailServer): Promise<TestContext> =>
  freshContext({
    environment: { SMTP_URL: url },
    log: createLog('debug', { write: line => lines.push(line) })
  })

const waiting = () => context.database.db.selectFrom('mail').selectAll().execute()
const logged = (): string[] => lines.map(line => (JSON.parse(line) as { msg: string }).msg)

describe('with a mail server', () => {
  test('an email arrives complete, in the language of its user, as text and as HTML', async () => {
    await sendMail(context, MAIL)
    const [row] = await waiting()
    expect(JSON.stringify(row)).not.toMatch(/private|hush|example/)
    await courier.wake()
    expect(await waiting()).toEqual([])

    const [arrived] = server.arrived
    expect(arrived).toMatchObject({
      from: 'studio@example.com',
      to: [MAIL.to],
      user: 'studio@example.com'
    })
    const { headers, parts } = readMail(arrived?.source ?? '')
    expect(headers['from']).toEqual([expect.stringContaining('Studio „Ada“')])
    expect(headers['from']?.[0]).toMatch(/<studio@example\.com>$/)
    expect(headers['to']).toEqual([MAIL.to])
    expect(headers['subject']).toEqual(['Studio „Ada“: أكّد بريدك الإلكتروني'])
    expect(headers['message-id']).toEqual([`<${row?.id}@studio.example>`])
    expect(new Date(headers['date']?.[0] ?? '').getTime()).toBe(context.clock.now())
    expect(headers['auto-submitted']).toEqual(['auto-generated'])
    expect(headers['x-mailer']).toBeUndefined()
    expect(headers['content-type']?.[0]).toMatch(/^multipart\/alternative/)
    const [text, page] = parts
    expect(text?.type).toBe('text/plain; charset=utf-8')
    expect(text?.text).toContain(`\r\n\r\n${LINK}\r\n\r\n`)
    expect(text?.text).toContain('ساعة واحدة')
    expect(page?.type).toBe('text/html; charset=utf-8')
    expect(page?.text).toContain('<html lang="ar" dir="rtl">')
    expect(page?.text).toContain(`href="${LINK.replaceAll('&', '&amp;')}"`)
  })

  test('that is down, an email is stored at once and arrives when the server is back', async () => {
    await server.down()
    await sendMail(context, MAIL)
    await courier.wake()
    expect(await waiting()).toMatchObject([
      { attempts: 1, note: expect.stringMatching(/^E[A-Z]+/) }
    ])
    await server.up()
    await courier.wake()
    expect(server.arrived).toEqual([])
    context.clock.advance(2 * 60_000)
    await courier.wake()
    expect(server.arrived).toHaveLength(1)
    expect(await waiting()).toEqual([])
    expect(logged()).toEqual(['mail is tried again later', 'mail taken by the mail server'])
  })

  test('an email that is refused for good ends, and one that is refused for now is retried', async () => {
    server.refusals.push(550)
    await sendMail(context, MAIL)
    await courier.wake()
    expect(await waiting()).toEqual([])
    server.refusals.push(450)
    await sendMail(context, MAIL)
    await courier.wake()
    context.clock.advance(2 * 60_000)
    await courier.wake()
    expect(server.arrived).toHaveLength(1)
    expect(logged()).toEqual([
      'mail refused for good',
      'mail is tried again later',
      'mail taken by the mail server'
    ])
  })

  test('that refuses the password, an email is kept, since the operator can correct the password', async () => {
    const mail = { url: server.url.replace(/:[^:]*@/, ':wrong@'), from: 'studio@example.com' }
    const refusedCourier = createCourier({
      context: { ...context, config: { ...context.config, mail } },
      tick: 0
    })
    await sendMail(context, MAIL)
    await refusedCourier.wake()
    expect(server.passwords).toContain('wrong')
    expect(await waiting()).toMatchObject([{ note: expect.stringMatching(/^EAUTH .*535$/) }])
  })

  test('on another machine, a password is sent without TLS only if the operator allows it', async () => {
    // 0.0.0.0 reaches this machine, but it does not count as a loopback address.
    const url = server.url.replace('127.0.0.1', '0.0.0.0')
    const courierFor = (smtp: string): Courier =>
      createCourier({
        context: {
          ...context,
          config: { ...context.config, mail: { url: smtp, from: 'studio@example.com' } }
        },
        tick: 0
      })
    await sendMail(context, MAIL)
    await courierFor(url).wake()
    expect(server.passwords).toEqual([])
    expect(await waiting()).toMatchObject([{ note: expect.stringContaining('ETLS') }])
    context.clock.advance(2 * 60_000)
    await courierFor(`${url}?tls=off`).wake()
    expect(server.arrived).toHaveLength(1)
  })

  test('an email is retried for a day, in the end once an hour, and then abandoned', async () => {
    await server.down()
    await sendMail(context, MAIL)
    const [row] = await waiting()
    for (let minutes = 0; minutes < 23 * 60; minutes += 10) {
      await courier.wake()
      context.clock.advance(10 * 60_000)
    }
    const [late] = await waiting()
    expect(late?.attempts).toBeGreaterThan(20)
    expect(late?.attempts).toBeLessThan(40)
    context.clock.advance(2 * HOUR)
    await courier.wake()
    expect(await waiting()).toEqual([])
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      msg: 'mail given up',
      mail: 'verify',
      id: row?.id
    })
  })

  test('each email is sent once, even when several processes look for emails', async () => {
    const others = [1, 2, 3].map(() => createCourier({ context, tick: 0 }))
    const people = Array.from({ length: 12 }, (_, index) => `${index}.private@example.com`)
    for (const to of people) await sendMail(context, { ...MAIL, to })
    await Promise.all([courier, ...others].flatMap(each => [each.wake(), each.wake()]))
    expect(server.arrived.flatMap(({ to }) => to).toSorted()).toEqual(people.toSorted())
    expect(await waiting()).toEqual([])
    await Promise.all(others.map(other => other.stop()))
  })

  test('an email whose process dies while sending it is sent by another process later', async () => {
    await sendMail(context, MAIL)
    const now = context.clock.now()
    await context.database.db
      .updateTable('mail')
      .set({ next_at: now + 5 * 60_000, attempts: 1 })
      .execute()
    await courier.wake()
    expect(server.arrived).toEqual([])
    context.clock.advance(5 * 60_000)
    await courier.wake()
    expect(server.arrived).toHaveLength(1)
  })

  test('neither a title nor an address can add a header', async () => {
    const title = 'Ada\r\nBcc: eve@example.com\u2028"<eve@example.com>, Eve\0 ' + 'x'.repeat(5000)
    await sendMail(context, { ...MAIL, site: { ...SITE, title } })
    await courier.wake()
    const { headers } = readMail(server.arrived[0]?.source ?? '')
    expect(headers['bcc']).toBeUndefined()
    expect(headers['from']).toHaveLength(1)
    expect(headers['from']?.[0]).toMatch(/<studio@example\.com>$/)
    expect(headers['subject']?.[0]).toContain('Ada Bcc: eve@example.com')
    expect(server.arrived[0]).toMatchObject({ from: 'studio@example.com', to: [MAIL.to] })

    const hostile = [
      'a@example.com\r\nBcc: e@example.com',
      'a@example.com, e@example.com',
      '<a@example.com>',
      'a b@example.com',
      'a',
      '@',
      ''
    ]
    for (const to of hostile) await sendMail(context, { ...MAIL, to })
    expect(await waiting()).toEqual([])
  })

  test('an email that an earlier SECRET encrypted is given up and blocks no other', async () => {
    await sendMail(context, MAIL)
    await context.database.db.updateTable('mail').set({ box: 'another.key.box' }).execute()
    await sendMail(context, { ...MAIL, to: 'eve.private@example.com' })
    await courier.wake()
    expect(server.arrived).toMatchObject([{ to: ['eve.private@example.com'] }])
    expect(await waiting()).toEqual([])
  })

  test('a courier looks for emails regularly until it is stopped', async () => {
    const ticking = createCourier({ context, tick: 5 })
    await sendMail(context, MAIL)
    await expect.poll(() => server.arrived.length).toBe(1)
    await ticking.stop()
    await sendMail(context, MAIL)
    await ticking.wake()
    expect(await waiting()).toHaveLength(1)
  })
})

test('a sign-up is answered while the mail server is down, alike for new and taken addresses, and both emails follow', async () => {
  const studio = await openStudio({ environment: { SMTP_URL: server.url } })
  await server.down()
  const signUp = async (): Promise<unknown[]> => {
    const answer = await studio.call('/api/auth/sign-up/email', {
      json: { email: MAIL.to, password: 'correct horse battery' }
    })
    return [
      answer.status,
      [...answer.headers.keys()].toSorted(),
      Object.keys((await answer.json()) as object).toSorted()
    ]
  }
  const first = await signUp()
  expect(first[0]).toBe(200)
  expect(await signUp()).toEqual(first)
  await server.up()
  studio.context.clock.advance(10 * 60_000)
  await expect.poll(() => server.arrived.length, { timeout: 8000 }).toBe(2)
  const subjects = server.arrived.map(({ source }) => readMail(source).headers['subject']?.[0])
  expect(subjects.toSorted()).toEqual([
    expect.stringMatching(/: Confirm your/),
    expect.stringMatching(/: You (already )?have an account/)
  ])
  await studio.close()
})

test('the email to a taken address links to the login page that asked, never to a foreign page', async () => {
  const studio = await openStudio({ environment: { SMTP_URL: server.url } })
  const signUp = (referer: string): Promise<Response> =>
    studio.call('/api/auth/sign-up/email', {
      json: { email: MAIL.to, password: 'correct horse battery' },
      headers: { referer }
    })
  const arrived = (): Promise<void> =>
    expect.poll(() => server.arrived.length, { timeout: 8000 }).toBe(1)
  await signUp(`${BASE}/auth/login`)
  await arrived()
  const asked = '/de/auth/login?inviter_id=ada&redirect=https%3A%2F%2Fstudio.example%2Fflux'
  for (const referer of [
    BASE + asked,
    'https://evil.example/auth/login?x=1',
    `${BASE}/flux`,
    'nonsense'
  ]) {
    server.arrived.length = 0
    await signUp(referer)
    await arrived()
    const text =
      readMail(server.arrived[0]?.source ?? '').parts.find(part =>
        part.type.startsWith('text/plain')
      )?.text ?? ''
    expect(text).toContain(referer.endsWith(asked) ? BASE + asked : `${BASE}/auth/login`)
    expect(text).not.toContain('evil')
  }
  await studio.close()
})
