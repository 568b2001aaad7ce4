import { expect, newAddress, PASSWORD, test as base } from '../support/browser.ts'
import { press, write } from '../support/keyboard.ts'
import { guarded, registered, visitor } from '../support/login.ts'
import { mailedLink } from '../support/outbox.ts'

// A refused form is answered with an error status, which the browser logs to its console.
const test = base.extend({ expected: /status of 4\d\d/ })

test('a guest signs up in the dialog over the page, sees a wrong password, and signs in and out', async ({
  page,
  studio
}) => {
  const { t } = visitor(page, 'en')
  const address = newAddress()
  const dialog = page.getByRole('dialog', { name: t('auth.popup.title', { site: 'Polymuse' }) })
  const frame = page.frameLocator('#login iframe')
  const [email, password] = [
    frame.getByLabel(t('auth.field.email')),
    frame.getByLabel(t('auth.field.password'), { exact: true })
  ]
  const me = page.locator('.rail button[popovertarget=person]')
  const signIn = page.locator('.rail').getByRole('link', { name: t('common.action.signIn') })

  await page.goto('/docs/tasks?surface=ios')
  await press(page, signIn)
  await expect(dialog).toBeVisible()
  await expect(email).toBeVisible()
  await press(page, frame.getByRole('link', { name: t('auth.signUp.tab'), exact: true }))
  await expect(
    frame.getByRole('button', { name: t('auth.signUp.submit'), exact: true })
  ).toBeVisible()
  await write(page, email, address)
  await write(page, password, PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.locator('#login')).toHaveCount(0)
  await expect(page).toHaveURL(`${studio.url}/docs/tasks?surface=ios`)

  await press(page, me)
  await press(page, page.getByRole('link', { name: t('common.action.signOut') }))
  await expect(email).toBeVisible()
  await write(page, email, address)
  await write(page, password, 'wrong horse battery')
  await page.keyboard.press('Enter')
  await expect(frame.getByRole('alert')).toHaveText(t('auth.issue.password.wrong_password'))
  await expect(password).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/tasks\?surface=ios$/)
  await expect(me).toContainText(address.split('@')[0] ?? '')
})

test(
  'a forgotten password is reset by a link in an email, and a sign-in link needs no further step',
  { tag: '@all' },
  async ({ page, studio }) => {
    const ada = visitor(page, 'en')
    const address = await registered(page)
    await ada.leave()
    await ada.begin()
    await press(page, page.getByRole('link', { name: ada.t('auth.login.to.forgot'), exact: true }))
    await expect(ada.email).toBeFocused()
    await page.keyboard.type(address)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText(address)
    await page.goto(await mailedLink(studio.store.dataDir, address))
    await expect(ada.password).toBeFocused()
    await page.keyboard.type('another horse entirely')
    await page.keyboard.press('Tab')
    await press(page, ada.button('auth.login.submit.reset'))
    await expect(page.getByText(ada.t('auth.login.notice.changed'))).toBeVisible()
    await write(page, ada.email, address)
    await write(page, ada.password, 'another horse entirely')
    await page.keyboard.press('Enter')
    await ada.landed(address)

    await ada.leave()
    await ada.begin()
    await press(
      page,
      page.getByRole('link', { name: ada.t('auth.login.to.magic-ask'), exact: true })
    )
    await expect(ada.email).toBeFocused()
    await page.keyboard.type(address)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText(address)
    await page.goto(await mailedLink(studio.store.dataDir, address))
    await press(page, ada.button('auth.login.submit.magic'))
    await ada.landed(address)
  }
)

test(
  'a second step accepts a code of the app, and a recovery code',
  { tag: '@all' },
  async ({ page }) => {
    const ada = visitor(page, 'en')
    const address = await registered(page)
    const { code, recovery } = await guarded(page)
    const signIn = async (): Promise<void> => {
      await ada.begin()
      await expect(ada.email).toBeFocused()
      await page.keyboard.type(address)
      await write(page, ada.password, PASSWORD)
      await page.keyboard.press('Enter')
    }
    await signIn()
    const field = page.getByLabel(ada.t('auth.login.field.code'))
    await expect(field).toBeFocused()
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(ada.t('auth.issue.code.wrong_code'))
    await expect(field).toBeFocused()
    await page.keyboard.type(await code())
    await page.keyboard.press('Enter')
    await ada.landed(address)

    await ada.leave()
    await signIn()
    await expect(field).toBeFocused()
    await press(page, ada.button('auth.login.to.recovery'))
    await expect(page.getByLabel(ada.t('auth.login.field.recovery'))).toBeFocused()
    await page.keyboard.type(recovery)
    await page.keyboard.press('Enter')
    await ada.landed(address)
  }
)

test(
  'an empty form is refused in our own words, at its fields',
  { tag: '@all' },
  async ({ page }) => {
    const { t } = visitor(page, 'en')
    await page.goto('/auth/login')
    await press(page, page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }))
    await expect(page.getByRole('alert')).toHaveText([
      t('auth.issue.email.required'),
      t('auth.issue.password.required')
    ])
    await expect(page.getByLabel(t('auth.field.email'))).toBeFocused()
  }
)
