import { expect, newAddress, PASSWORD } from '../support/browser.ts'
import { guarded, registered, visitor, withOtherSignIns } from '../support/login.ts'
import { mailedLink } from '../support/outbox.ts'
import { PHONE_FIRST } from '../support/words.ts'

const test = withOtherSignIns()

for (const [locale, tag] of PHONE_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })

    test('a user signs up and signs in again, and a wrong password is shown at its field', async ({
      page
    }) => {
      const ada = visitor(page, locale)
      const address = newAddress()
      await ada.begin()
      await ada.checked('sign-in')
      await page.getByRole('link', { name: ada.t('auth.signUp.tab'), exact: true }).click()
      await ada.checked('sign-up')
      await ada.signIn(address, PASSWORD, 'signUp')
      await ada.landed(address)

      await ada.leave()
      await ada.begin()
      await ada.signIn(address, 'wrong horse battery')
      await expect(ada.password).toHaveAccessibleDescription(
        ada.t('auth.issue.password.wrong_password')
      )
      await expect(ada.password).toBeFocused()
      await expect(ada.email).toHaveValue(address)
      const eye = page.getByRole('button', { name: ada.t('auth.field.show'), exact: true })
      const [button, field] = [await eye.boundingBox(), await ada.password.boundingBox()]
      // Passwords run from left to right in every language.
      expect(button?.x, 'the eye is at the end').toBeGreaterThan((field?.x ?? 0) + 100)
      await ada.checked('sign-in')
      await ada.signIn(address, PASSWORD)
      await ada.landed(address)
    })

    test(
      'a user resets the password by email and signs in with the new one',
      { tag: '@all' },
      async ({ page, studio }) => {
        const ada = visitor(page, locale)
        const address = await registered(page)
        await ada.leave()
        await ada.begin()
        await ada.follow('auth.login.to.forgot')
        await ada.checked('forgot')
        await ada.email.fill(address)
        await ada.button('auth.login.submit.forgot').click()
        await ada.checked('sent')
        await page.goto(await mailedLink(studio.store.dataDir, address))
        await ada.checked('reset')
        await ada.password.fill('another horse entirely')
        await ada.button('auth.login.submit.reset').click()
        await expect(page.getByText(ada.t('auth.login.notice.changed'))).toBeVisible()
        await ada.checked('sign-in')
        await ada.signIn(address, 'another horse entirely')
        await ada.landed(address)
      }
    )

    test('an emailed link signs in once', { tag: '@all' }, async ({ page, studio }) => {
      const ada = visitor(page, locale)
      const address = newAddress()
      await ada.begin()
      await ada.follow('auth.login.to.magic-ask')
      await ada.checked('magic-ask')
      await ada.email.fill(address)
      await ada.button('auth.login.submit.magic-ask').click()
      await ada.checked('sent')
      const link = await mailedLink(studio.store.dataDir, address)
      await page.goto(link)
      await ada.checked('magic')
      await ada.button('auth.login.submit.magic').click()
      await ada.landed(address)

      await ada.leave()
      await page.goto(link)
      await ada.button('auth.login.submit.magic').click()
      await expect(page.getByText(ada.t('auth.login.notice.linkExpired'))).toBeVisible()
      await ada.checked('magic-ask')
    })

    test(
      'a second step accepts a code of the authenticator app, or a recovery code once',
      { tag: '@all' },
      async ({ page }) => {
        const ada = visitor(page, locale)
        const address = await registered(page)
        const { code, recovery } = await guarded(page)
        await ada.begin()
        await ada.signIn(address, PASSWORD)
        await ada.checked('two-factor')
        const field = page.getByLabel(ada.t('auth.login.field.code'))
        await expect(field).toBeFocused()
        await field.fill('000000')
        await ada.button('auth.login.submit.two-factor').click()
        await expect(field).toHaveAccessibleDescription(ada.t('auth.issue.code.wrong_code'))
        await ada.checked('two-factor')
        await field.fill(await code())
        await ada.button('auth.login.submit.two-factor').click()
        await ada.landed(address)

        const recover = async (): Promise<void> => {
          await ada.leave()
          await ada.begin()
          await ada.signIn(address, PASSWORD)
          await ada.button('auth.login.to.recovery').click()
          await ada.checked('recovery')
          await page.getByLabel(ada.t('auth.login.field.recovery')).fill(recovery)
          await ada.button('auth.login.submit.recovery').click()
        }
        await recover()
        await ada.landed(address)
        await recover()
        await expect(page.getByText(ada.t('auth.issue.code.wrong_code'))).toBeVisible()
      }
    )
  })
}
