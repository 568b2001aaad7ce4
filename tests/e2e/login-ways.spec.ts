import { LOCALES, localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits, newAddress, PASSWORD } from '../support/browser.ts'
import { doseOf } from '../support/dose.ts'
import { visitor, withOtherSignIns } from '../support/login.ts'
import { addPasskey, ownAuthenticator } from '../support/passkeys.ts'

const test = withOtherSignIns()

for (const provider of doseOf(['github', 'google'] as const, 1)) {
  test(
    `a user refuses a sign-in with ${provider}, sees the sign-in page again, and then signs in`,
    { tag: '@all' },
    async ({ page, studio: { oauth } }) => {
      const ada = visitor(page, 'en')
      const address = newAddress()
      oauth.person = { id: Date.now(), name: 'Ada', email: address, verified: true }
      await ada.begin()
      await ada.button(`auth.login.social.${provider}`).click()
      await page.getByText('Deny').click()
      await expect(page.getByText(ada.t('auth.login.notice.failed'))).toBeVisible()
      await ada.checked('sign-in')
      await ada.button(`auth.login.social.${provider}`).click()
      await page.getByText('Allow').click()
      await ada.landed(address)
    }
  )
}

test('a user signs in with a passkey, and a passkey without an account is refused', async ({
  page,
  studio
}) => {
  const origin = studio.url.replace('127.0.0.1', 'localhost')
  const ada = visitor(page, 'en')
  const address = newAddress()
  await ownAuthenticator(await page.context().newCDPSession(page))
  await ada.begin(origin)
  await page.getByRole('link', { name: ada.t('auth.signUp.tab'), exact: true }).click()
  await ada.signIn(address, PASSWORD, 'signUp')
  await ada.landed(address)
  await page.evaluate(addPasskey)

  await ada.leave()
  await ada.begin(origin)
  await ada.button('auth.login.passkey').click()
  await ada.landed(address)

  await page.evaluate(removePasskeys)
  await ada.leave()
  await ada.begin(origin)
  await ada.button('auth.login.passkey').click()
  await expect(page.getByText(ada.t('auth.login.passkeyIssue.unknown'))).toBeVisible()
  await ada.checked('sign-in')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a user signs up and requests a sign-in link; nothing that needs a script is offered', async ({
    page,
    studio
  }) => {
    const ada = visitor(page, 'en')
    const address = newAddress()
    await ada.begin(studio.url.replace('127.0.0.1', 'localhost'))
    await expect(ada.button('auth.login.passkey')).toHaveCount(0)
    await ada.begin()
    await page.getByRole('link', { name: ada.t('auth.signUp.tab'), exact: true }).click()
    await ada.signIn(address, PASSWORD, 'signUp')
    await ada.landed(address)
    await ada.leave()
    await ada.begin()
    await ada.follow('auth.login.to.forgot')
    await ada.email.fill(address)
    await ada.button('auth.login.submit.forgot').click()
    await expect(ada.heading).toHaveText(ada.t('auth.login.title.sent'))
  })
})

// Desktop only: on a phone the dialog is as high as the window, and controls are larger.
test.describe('in a frame of 360 by 560', { tag: ['@desktop', '@all'] }, () => {
  test.use({ viewport: { width: 360, height: 560 } })

  for (const locale of doseOf(LOCALES, 1)) {
    test(`signing in needs no scrolling in ${locale}`, async ({ page, studio }) => {
      const waiting = { mode: 'sign-up', asking: 'image' }
      for (const more of [{}, waiting]) {
        const where = { display: 'popup', redirect: `${studio.url}/flux`, ...more }
        const query = new URLSearchParams(where)
        await page.goto(`${localizePath('/auth/login', locale)}?${query}`)
        await accessible(page)
        await fits(page)
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        expect(height).toBeLessThanOrEqual(560)
      }
    })
  }
})

/** Runs in the page of a signed-in user. */
async function removePasskeys(): Promise<void> {
  const own = (await (await fetch('/api/auth/passkey/list-user-passkeys')).json()) as {
    id: string
  }[]
  const headers = { 'content-type': 'application/json' }
  for (const { id } of own)
    await fetch('/api/auth/passkey/delete-passkey', {
      method: 'POST',
      headers,
      body: JSON.stringify({ id })
    })
}
