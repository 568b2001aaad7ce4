import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { creditsToMicro } from '#core/money.ts'
import { LOCALES } from '#i18n/locale.ts'
import type { MailKind } from '#servers/lib/mail/letter.ts'
import { mailAlerts } from '#servers/alerts/mail-alerts.ts'
import { mailDifferences } from '#servers/drift/mail-differences.ts'
import { NOTICE_GROUPS } from '#servers/lib/mail/notice-choice.ts'
import { sendNotice } from '#servers/lib/mail/notify.ts'
import { idOf } from '../support/account.ts'
import { orderFor, packageOf } from '../support/shop.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'
import { wordsOf } from '../support/words.ts'
import { doseOf } from '../support/dose.ts'

const PASSWORD = 'correct horse battery'
/**
 * The languages of two browsers. The site offers none of the first browser's languages, and only
 * the less preferred one of the second browser's.
 */
const FOREIGN = 'fr'
const MIXED = 'fr, de;q=0.5'

/** The site's titles in two of its languages. In other languages, the title is "Muses". */
const NAMES = { ru: { title: 'Девять муз' }, de: { title: 'Neun Musen' } } as const

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
})
// Each test needs a new user: the number of emails to one address is limited, and a new password
// ends all sign-ins.
beforeEach(async () => {
  ada = await person(studio)
  const { db } = studio.context.database
  await db
    .updateTable('site')
    .set({ locales: '["ru","de","ar"]', title: 'Muses', texts: JSON.stringify(NAMES) })
    .execute()
  await db.updateTable('profile').set({ locale: 'fr' }).execute()
})
afterAll(() => studio.close())

const call = (path: string, body: object, language: string, cookie = ''): Promise<Response> =>
  studio.call(`/api/auth/${path}`, { json: body, headers: { 'accept-language': language, cookie } })

/**
 * Causes an email of each kind, on a page in French if a page requests it. `guarded` and `taken`
 * are sent like the others.
 */
const ASKED: Record<
  Exclude<MailKind, 'guarded' | 'taken'>,
  (language: string) => Promise<unknown>
> = {
  verify: language =>
    studio.call('/api/v1/users/verify', {
      method: 'PUT',
      json: {},
      token: ada.token.access_token,
      headers: { 'accept-language': language }
    }),
  reset: language =>
    call('request-password-reset', { email: ada.email, redirectTo: '/fr/auth/login' }, language),
  magic: language =>
    call('sign-in/magic-link', { email: ada.email, callbackURL: '/fr/auth/login' }, language),
  changed: language =>
    call(
      'change-password',
      { currentPassword: PASSWORD, newPassword: PASSWORD },
      language,
      ada.cookie
    ),
  drift: async () => {
    await makeOperator()
    const gone = { kind: 'gone', vendor: 'openai', model: 'gpt-4o', value: '' } as const
    await mailDifferences(studio.context, [gone])
  },
  alert: async () => alarm('begun'),
  alert_over: async () => alarm('ended'),
  order: async () => tell('order', { orderId: await ordered() }),
  refund: async () => tell('refund', { orderId: await ordered(), cents: 1, credits: 1 }),
  renewal: () =>
    tell('renewal', { applicationId: ada.application.id, endsAt: studio.context.clock.now() }),
  low_balance: () =>
    tell('low_balance', { applicationId: ada.application.id, remaining: creditsToMicro(1) }),
  result: async () => {
    await studio.call('/api/v1/users/me', {
      method: 'PUT',
      json: { notify: { results: true } },
      token: ada.token.access_token
    })
    await tell('result', { runId: 'r', service: 'flux', ready: true, title: () => 'Flux' })
  },
  refused: async () => {
    const { db } = studio.context.database
    const { origin } = await db.selectFrom('site').select('origin').executeTakeFirstOrThrow()
    await tell('refused', { runId: 'r', output: 0, origin, title: () => 'Flux' })
  }
}
/** Makes Ada the only operator. */
async function makeOperator(): Promise<void> {
  const admins = JSON.stringify([await idOf(studio, ada)])
  await studio.context.database.db.updateTable('site').set({ admins }).execute()
}

async function alarm(change: 'begun' | 'ended'): Promise<void> {
  await makeOperator()
  const alert = { kind: 'stuck', subject: '', value: '3', since: 0, missed: 0 } as const
  await mailAlerts(studio.context, { begun: [], ended: [], [change]: [alert] })
}

const tell = async (
  ...[kind, facts]: [Parameters<typeof sendNotice>[2], Parameters<typeof sendNotice>[3]]
): Promise<void> => sendNotice(studio.context, await idOf(studio, ada), kind, facts)
const ordered = async (): Promise<string> =>
  (await orderFor(studio, ada, (await packageOf(studio, 50)).id)).id

const folder = (): string => join(studio.context.config.dataDir, 'outbox')
const kinds = Object.keys(ASKED) as (keyof typeof ASKED)[]
/** Kinds of emails that are not requested on a page. */
const noticed = [...Object.keys(NOTICE_GROUPS), 'drift', 'alert', 'alert_over']

test.each([
  ...kinds.map(kind => [kind, FOREIGN, 'ru'] as const),
  ...kinds.filter(kind => !noticed.includes(kind)).map(kind => [kind, MIXED, 'de'] as const)
])(
  'an email of the kind %s for a reader of %s is in a language of the site: %s',
  async (kind, language, locale) => {
    const before = await readdir(folder())
    await ASKED[kind](language)
    const fresh = async (): Promise<string[]> =>
      (await readdir(folder())).filter(name => !before.includes(name))
    await expect.poll(fresh).toHaveLength(1)
    const mail = await readFile(join(folder(), (await fresh())[0] ?? ''), 'utf8')
    expect(mail).toContain(wordsOf(locale)(`mail.${kind}.title`))
    expect(mail).toContain(NAMES[locale].title)
    expect(mail).not.toContain('Muses')
    expect(new URL(/http\S+/.exec(mail)?.[0] ?? '').pathname).toMatch(new RegExp(`^/${locale}/`))
  }
)

test.each(doseOf(LOCALES, 2))(
  'a reset request gets the same answer in %s for known and unknown addresses',
  async locale => {
    for (const email of [ada.email, 'nobody@example.com']) {
      const answer = await call('request-password-reset', { email }, locale)
      expect(await answer.json()).toEqual({
        status: true,
        message: wordsOf(locale)('auth.login.sent.reset', { email })
      })
    }
  }
)
