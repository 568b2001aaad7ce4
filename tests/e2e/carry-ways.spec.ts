import type { Page } from 'playwright/test'
import { expect, newAddress, PASSWORD } from '../support/browser.ts'
import { visitor, withOtherSignIns } from '../support/login.ts'
import { mailedLink } from '../support/outbox.ts'
import { addPasskey, ownAuthenticator } from '../support/passkeys.ts'
import { ended, generate, hydrated, prompt } from '../support/tool.ts'

const test = withOtherSignIns()

const ASKED = 'Two lines,\nwith “quotes” & a ünicode fox'

/** Presses Generate as a guest, which leads to the form for a new account. */
async function order(page: Page, origin = ''): Promise<void> {
  await page.goto(`${origin}/flux`)
  await hydrated(page)
  await prompt(page).fill(ASKED)
  await generate(page).click()
  await page.waitForURL(/\/auth\/login\?/)
}

/** Waits for the image that the guest requested, and expects no second one. */
async function gotIt(page: Page): Promise<void> {
  await page.waitForURL(/\/flux$/)
  const card = await ended(page, 1)
  await expect(card.locator('summary', { hasText: ASKED })).toHaveText(ASKED)
}

test(
  'an image that a guest requested is generated once after a sign-up with a social account',
  { tag: '@all' },
  async ({ page, studio: { oauth } }) => {
    oauth.person = { id: Date.now(), name: 'Ada', email: newAddress(), verified: true }
    await order(page)
    await visitor(page, 'en').button('auth.login.social.google').click()
    await page.getByText('Allow').click()
    await gotIt(page)
  }
)

test(
  'an image that a guest requested is generated once after a sign-up by an emailed link',
  { tag: '@all' },
  async ({ page, studio }) => {
    const ada = visitor(page, 'en')
    const address = newAddress()
    await order(page)
    await ada.follow('auth.login.to.magic-ask')
    await ada.email.fill(address)
    await ada.button('auth.login.submit.magic-ask').click()
    await page.goto(await mailedLink(studio.store.dataDir, address))
    await ada.button('auth.login.submit.magic').click()
    await gotIt(page)
  }
)

test(
  'an image that a guest requested is generated once after a sign-in with a passkey',
  { tag: '@all' },
  async ({ page, studio }) => {
    const origin = studio.url.replace('127.0.0.1', 'localhost')
    const ada = visitor(page, 'en')
    await ownAuthenticator(await page.context().newCDPSession(page))
    const address = newAddress()
    await ada.begin(origin)
    await ada.follow('auth.signUp.tab')
    await ada.signIn(address, PASSWORD, 'signUp')
    await ada.landed(address)
    await page.evaluate(addPasskey)
    await ada.leave()
    await order(page, origin)
    // This browser has lost its cookies, so the login page opens the sign-up form.
    await ada.follow('auth.signIn.tab')
    await ada.button('auth.login.passkey').click()
    await gotIt(page)
  }
)
