import type { Page } from 'playwright/test'
import { localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits, newAddress, PASSWORD } from '../support/browser.ts'
import { withStudio } from '../support/file-studio.ts'
import { switchOn } from '../support/guest-studio.ts'
import { withDatabase } from '../support/old-database.ts'
import { startStudio } from '../support/process.ts'
import { DESKTOP_FIRST, wordsOf } from '../support/words.ts'

const test = withStudio(async () => {
  const studio = await startStudio({ RATE_LIMITS: 'off' })
  await switchOn(studio.url, 'own_keys')
  return studio
})
type Studio = Awaited<ReturnType<typeof startStudio>>

/** Signs up in the cookies of this browser context. */
async function newPerson(
  { context }: { context: ReturnType<Page['context']> },
  { url }: Studio
): Promise<string> {
  const email = newAddress()
  const { request } = context
  const answer = await request.post(`${url}/api/auth/sign-up/email`, {
    data: { email, password: PASSWORD },
    headers: { origin: url }
  })
  expect(answer.status()).toBe(200)
  await request.get(`${url}/auth/begin?redirect=/profile`)
  return email
}

/** Inserts a key as if its vendor had accepted it, since tests send no requests to real vendors. */
function keepKey({ store }: Studio, email: string): Promise<unknown> {
  return withDatabase(store, async db => {
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return db
      .insertInto('own_key')
      .values({ user_id: id, vendor: 'deepseek', box: '', last4: 'k3yz', created_at: 0 })
      .execute()
  })
}

for (const [locale, tag] of DESKTOP_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)

    test(
      'a user sees the last characters of their keys, finds the form, and removes a key, without a script too',
      { tag: '@all' },
      async ({ page, context, studio }) => {
        const email = await newPerson({ context }, studio)
        await keepKey(studio, email)
        await page.setViewportSize({ width: 360, height: 780 })
        await page.goto(localizePath('/profile', locale))
        const section = page.getByRole('region', { name: t('user.keys.title') })
        await expect(section.getByText('k3yz')).toBeVisible()
        await section.getByText(t('user.keys.add').replace('{{name}}', 'xAI')).click()
        const field = section.getByLabel(t('user.keys.field').replace('{{name}}', 'xAI'), {
          exact: true
        })
        await expect(field).toHaveAttribute('type', 'password')
        await fits(page)
        await accessible(page)
        await section
          .getByRole('button', { name: t('user.keys.removeNamed').replace('{{name}}', 'DeepSeek') })
          .click()
        await expect(
          section.getByText(t('user.keys.done.removed').replace('{{name}}', 'DeepSeek'))
        ).toBeVisible()
        await expect(section.getByText('k3yz')).toHaveCount(0)
        await accessible(page)
      }
    )
  })
}

test('an invalid key is shown at its field', { tag: '@all' }, async ({ context, studio }) => {
  await newPerson({ context }, studio)
  for (const [key, code] of [
    ['   ', 'required'],
    ['“sk-my-own-key”', 'invalid']
  ] as const) {
    const form = { action: 'keep', vendor: 'openai', key }
    const answer = await context.request.post(`${studio.url}/profile`, {
      form,
      headers: { origin: studio.url }
    })
    const text = await answer.text()
    expect([answer.status(), text.includes(wordsOf('en')(`user.keys.issue.${code}`))]).toEqual([
      400,
      true
    ])
  }
})
