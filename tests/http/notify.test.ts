import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MICRO_PER_CREDIT, creditsToMicro } from '#core/money.ts'
import { LOCALES, type Locale } from '#i18n/locale.ts'
import { credit, hold, settle } from '#servers/ledger/ledger.ts'
import { composeMail, type NoticeKind } from '#servers/lib/mail/letter.ts'
import { sendNotice, type NoticeFacts } from '#servers/lib/mail/notify.ts'
import { lowBalanceThreshold, notifyLowPlans } from '#servers/platform/periods/low-balance.ts'
import { idOf } from '../support/account.ts'
import { buy, orderFor, orderNow, packageOf, packagesOf } from '../support/shop.ts'
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
let userId: string
let orderId: string
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
})
beforeEach(async () => {
  ada = await person(studio)
  userId = await idOf(studio, ada)
  orderId = (
    await orderFor(studio, ada, (await packageOf(studio, 50)).id, {
      description: 'Free money at http://evil.example'
    })
  ).id
})
afterAll(() => studio.close())

/** Returns the emails about money to an address, oldest first. */
async function mailsTo(email: string): Promise<string[]> {
  const folder = join(studio.context.config.dataDir, 'outbox')
  const names = (await readdir(folder)).toSorted()
  const all = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  return all.filter(
    mail => mail.startsWith(`To: ${email}\r\n`) && mail.includes('/profile#notifications')
  )
}
const newest = async (): Promise<string> => (await mailsTo(ada.email)).at(-1) ?? ''
const choose = (choices: object): Promise<Response> =>
  studio.call('/api/v1/users/me', {
    method: 'PUT',
    json: { notify: choices },
    token: ada.token.access_token
  })
const read = (locale: string): Promise<unknown> =>
  studio.context.database.db
    .updateTable('profile')
    .set({ locale })
    .where('user_id', '=', userId)
    .execute()
const factsOf = (): NoticeFacts => ({
  order: { orderId },
  refund: { orderId, cents: 123, credits: creditsToMicro(7) },
  renewal: { applicationId: ada.application.id, endsAt: Date.UTC(2026, 11, 24) },
  low_balance: { applicationId: ada.application.id, remaining: creditsToMicro(0.25) },
  result: { runId: 'r', service: 'flux', ready: true, title: () => 'Flux' },
  refused: { runId: 'r', output: 0, origin: BASE, title: () => 'Flux' }
})
/**
 * Notifies a user. The outbox names files by the time, so this moves the clock a second for each
 * email.
 */
const tell: (...told: [string, NoticeKind, NoticeFacts[NoticeKind]]) => Promise<void> = (
  id,
  kind,
  facts
) => {
  studio.context.clock.advance(1000)
  return sendNotice(studio.context, id, kind, facts)
}
const KINDS: readonly NoticeKind[] = ['order', 'refund', 'renewal', 'low_balance']

describe('an email about money', () => {
  test('reports an order with its items, price, credits and link', async () => {
    await tell(userId, 'order', { orderId })
    const mail = await newest()
    expect(mail).toContain('your receipt')
    expect(mail).toMatch(/Price: \$\d/)
    expect(mail).toMatch(/Item: \w/)
    expect(mail).toContain('Credits: 50')
    expect(mail).toContain(`Order: ${orderId}`)
    expect(mail).toContain(`${BASE}/console/orders/${orderId}\r\n`)
    expect(mail).toContain(`${BASE}/profile#notifications`)
    // An email in the studio's name must not contain the buyer's own text.
    expect(mail).not.toContain('evil')
  })

  test('reports a refund, the end of a plan, and a low balance', async () => {
    const facts = factsOf()
    await tell(userId, 'refund', facts.refund)
    expect(await newest()).toMatch(/Refunded: \$1\.23\s.*\r\nCredits removed: 7\r\n/s)
    await tell(userId, 'renewal', facts.renewal)
    expect(await newest()).toContain('Ends on: December 24, 2026')
    expect(await newest()).toContain(`/console/applications/${ada.application.id}/subscribe`)
    await tell(userId, 'low_balance', facts.low_balance)
    expect(await newest()).toContain('Credits left: 0.25')
    expect(await newest()).toContain(`/console/applications/${ada.application.id}/extra`)
  })

  test.each(LOCALES)('is in the language of its reader: %s', async locale => {
    await read(locale)
    const facts = factsOf()
    for (const kind of KINDS) {
      await tell(userId, kind, facts[kind])
      const site = { title: '', origin: BASE }
      const own = composeMail({ to: ada.email, kind, link: BASE, locale, site })
      const mail = await newest()
      expect(mail).toContain(`Subject: ${own.subject}\r\n`)
      expect(mail).not.toMatch(/mail\.\w+\.|\{\{/)
      expect(mail).toContain(`${BASE}${locale === 'en' ? '' : `/${locale}`}/console/`)
    }
    expect(await mailsTo(ada.email)).toHaveLength(KINDS.length)
  })

  test.each([
    ['fr', /\r\nPrix\u202f: \d/],
    ['ja', /\r\n価格：\$\d/]
  ])('uses the colon of its language: %s', async (locale, line) => {
    await read(locale)
    await tell(userId, 'order', { orderId })
    expect(await newest()).toMatch(line)
  })

  test('lists the items as its language does, as text and as HTML', async () => {
    const { db } = studio.context.database
    const sold = (await packagesOf(studio)).slice(0, 2)
    for (const { id, amount } of sold)
      await db
        .updateTable('package')
        .set({ title: `Pack ${amount}` })
        .where('id', '=', id)
        .execute()
    const ids = JSON.stringify(sold.map(({ id }) => id))
    await db.updateTable('order').set({ package_ids: ids }).where('id', '=', orderId).execute()
    await read('ja')
    await tell(userId, 'order', { orderId })
    expect(await newest()).toMatch(/：Pack \d+、Pack \d+\r\n/)
    const mail = {
      to: ada.email,
      kind: 'order',
      link: BASE,
      site: { title: '', origin: BASE },
      rows: [['what', '<b>']]
    } as const
    expect(composeMail({ ...mail, locale: 'fr' }).html).toContain(': <bdi>&lt;b&gt;</bdi></p>')
    expect(composeMail({ ...mail, locale: 'zh-TW' }).html).toContain('：<bdi>&lt;b&gt;</bdi></p>')
  })

  test.each<[NoticeKind, string]>([
    ['order', 'orders'],
    ['refund', 'orders'],
    ['renewal', 'renewal'],
    ['low_balance', 'low_balance']
  ])('%s is not sent to a user who switched %s off, but all others are', async (kind, choice) => {
    expect((await choose({ [choice]: false })).status).toBe(200)
    const facts = factsOf()
    for (const each of KINDS) await tell(userId, each, facts[each])
    const kept = KINDS.filter(
      each => each !== kind && !(choice === 'orders' && ['order', 'refund'].includes(each))
    )
    expect(await mailsTo(ada.email)).toHaveLength(kept.length)
    await choose({ [choice]: true })
    await tell(userId, kind, facts[kind])
    expect(await mailsTo(ada.email)).toHaveLength(kept.length + 1)
  })

  test('is not sent to a missing user, which is no error', async () => {
    await tell('nobody', 'order', { orderId })
    await tell(userId, 'order', { orderId: 'none' })
    expect(await mailsTo(ada.email)).toEqual([])
  })
})

test('a purchase sends one receipt, however often it is checked, and none if receipts are switched off', async () => {
  const small = await packageOf(studio, 50)
  const order = await buy(studio, ada, small.id)
  await Promise.all([orderNow(studio, ada, order), orderNow(studio, ada, order)])
  expect(
    (await mailsTo(ada.email)).filter(
      mail => mail.includes(order.id) && mail.includes('your receipt')
    )
  ).toHaveLength(1)
  await choose({ orders: false })
  await buy(studio, ada, small.id)
  expect(await mailsTo(ada.email)).toHaveLength(1)
})

test('choices change one by one, and unknown choices are refused', async () => {
  const notices = async (): Promise<object> =>
    (
      await json<{ notify: object }>(
        studio.call('/api/v1/users/me', { token: ada.token.access_token })
      )
    ).notify
  expect(await notices()).toEqual({
    orders: true,
    renewal: true,
    low_balance: true,
    results: false,
    reviews: true
  })
  await Promise.all([
    choose({ orders: false }),
    choose({ renewal: false }),
    choose({ other: false }),
    choose({ results: true }),
    choose({})
  ])
  const changed = { orders: false, renewal: false, low_balance: true, results: true, reviews: true }
  expect(await notices()).toEqual(changed)
  for (const wrong of [7, [], null, 'off', { orders: 'no' }, { orders: null }]) {
    const answer = await studio.call('/api/v1/users/me', {
      method: 'PUT',
      json: { notify: wrong },
      token: ada.token.access_token
    })
    expect([wrong, answer.status]).toEqual([wrong, 400])
  }
  expect(await notices()).toEqual(changed)
})

test('emails use the language of the last page that was opened', async () => {
  const cookie = await (async () => {
    const { location } = await json<{ location: string }>(
      studio.call('/auth/authorize', {
        json: { redirect: `${BASE}/auth/callback?redirect=/` },
        headers: { cookie: ada.cookie }
      })
    )
    const code = new URL(location).searchParams.get('code')
    return (await studio.call('/auth/session', { json: { code } })).headers
      .getSetCookie()
      .map(line => line.split(';', 1)[0])
      .join('; ')
  })()
  const look = (locale?: unknown): Promise<Response> =>
    studio.call('/auth/session', { json: { locale }, headers: { cookie } })
  const kept = async (): Promise<string | undefined> =>
    (
      await studio.context.database.db
        .selectFrom('profile')
        .select('locale')
        .where('user_id', '=', userId)
        .executeTakeFirst()
    )?.locale
  for (const locale of ['ar', 'zh-CN', undefined, 'tlh', '../../x'] as const)
    expect((await look(locale)).status).toBe(200)
  expect(await kept()).toBe('zh-CN' satisfies Locale)
  expect((await look('x'.repeat(1000))).status).toBe(400)
})

describe('a plan that runs low', () => {
  const round = (since = 0): Promise<number> => notifyLowPlans(studio.context, since)
  const change = async (amount: number, spend: boolean): Promise<void> => {
    const { database, clock } = studio.context
    clock.advance(1000)
    const booking = {
      applicationId: ada.application.id,
      fund: 'sandbox',
      reference: crypto.randomUUID(),
      amount,
      now: clock.now()
    } as const
    await database.transaction(async tx => {
      if (!spend) return void (await credit(tx, 'order', booking))
      await hold(tx, booking)
      await settle(tx, booking, amount)
    })
  }
  const left = async (): Promise<number> =>
    (
      await json<{ remaining_amount: number }>(
        studio.call(`/api/v1/applications/${ada.application.id}`, { token: ada.token.access_token })
      )
    ).remaining_amount

  test('is reported once, and again after a top-up', async () => {
    await change(100 * MICRO_PER_CREDIT, false)
    const all = await left()
    await change((all - 10) * MICRO_PER_CREDIT, true)
    await round()
    expect(await mailsTo(ada.email)).toEqual([])
    await change(MICRO_PER_CREDIT, true)
    const rounds = await Promise.all([round(), round(), round()])
    expect(rounds.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(1)
    expect(await mailsTo(ada.email)).toHaveLength(1)
    expect(await newest()).toContain('Credits left: 9')
    await change(MICRO_PER_CREDIT, true)
    await round()
    expect(await mailsTo(ada.email)).toHaveLength(1)
    await change(20 * MICRO_PER_CREDIT, false)
    await round()
    expect(await mailsTo(ada.email)).toHaveLength(1)
    await change(27 * MICRO_PER_CREDIT, true)
    await round()
    expect(await mailsTo(ada.email)).toHaveLength(2)
  })

  test('is not reported if that email is switched off or nothing was spent', async () => {
    await choose({ low_balance: false })
    await change((await left()) * MICRO_PER_CREDIT, true)
    await round()
    expect(await mailsTo(ada.email)).toEqual([])
  })

  test('is one below a tenth of its credits, at least 1 credit, but at most half of a small plan', () => {
    expect(
      [1000, 100, 5, 2, 1, 0.1].map(
        credits => lowBalanceThreshold(credits * MICRO_PER_CREDIT) / MICRO_PER_CREDIT
      )
    ).toEqual([100, 10, 1, 1, 0.5, 0.05])
  })
})
