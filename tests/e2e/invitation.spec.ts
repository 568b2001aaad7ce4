import type { Page } from 'playwright/test'
import { accessible, expect, fits, newAddress, PASSWORD, test } from '../support/browser.ts'
import { PHONE_FIRST, wordsOf } from '../support/words.ts'
import { localizePath } from '#i18n/locale.ts'

/** Creates a user. @returns their id */
async function invited(page: Page, url: string, email: string, name: string): Promise<string> {
  const answer = await page.request.post('/api/auth/sign-up/email', {
    data: { email, password: PASSWORD, name },
    headers: { origin: url }
  })
  const { user } = (await answer.json()) as { user: { id: string } }
  await page.context().clearCookies()
  return user.id
}

for (const [locale, tag] of PHONE_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)
    const chat = localizePath('/chatgpt/conversations', locale)

    test('an invited friend reads who invited them and what both get, up to the sign-up', async ({
      page,
      studio
    }) => {
      const bob = await invited(page, studio.url, newAddress(), 'Bob')
      const who = t('auth.invited.by', { name: '\u2068Bob\u2069' })
      await page.goto(`${chat}?inviter_id=${bob}`)
      const bar = page.getByRole('main').locator('p', { hasText: who })
      await expect(bar).toContainText('20')
      await expect(bar).toContainText(t('auth.invited.share'), { useInnerText: true })
      await accessible(page)
      await fits(page)
      // A cookie keeps the inviter for the next page, whose address does not contain it.
      await page.goto(localizePath('/flux', locale))
      await bar.getByRole('link', { name: t('auth.signUp.tab') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        t('auth.login.title.sign-up', { site: 'Polymuse' })
      )
      await expect(page.getByText(`${who} ${t('auth.invited.share')}`)).toBeVisible()
      await accessible(page)
      await fits(page)
    })
  })
}

test(
  'an inviter without a name shows no address, and an unknown inviter shows nothing',
  { tag: '@all' },
  async ({ page, studio }) => {
    const t = wordsOf('en')
    const email = newAddress()
    const nameless = await invited(page, studio.url, email, email)
    await page.goto(`/flux?inviter_id=${nameless}`)
    await expect(page.getByText(t('auth.invited.friend'))).toBeVisible()
    expect(await page.content()).not.toContain(email)
    await page.goto('/flux?inviter_id=nobody')
    await expect(page.getByText(t('auth.invited.friend'))).toHaveCount(0)
    await page.goto('/auth/begin?redirect=/flux')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(t('auth.invited.friend'))).toHaveCount(0)
  }
)
