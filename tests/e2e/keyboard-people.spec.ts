import type { Credential } from '#contract/credential.ts'
import { expect, PASSWORD, test as base } from '../support/browser.ts'
import { join, openPlan, operate, platform } from '../support/buyer.ts'
import { picture } from '../support/composer.ts'
import { press, tabTo, write } from '../support/keyboard.ts'
import { registered } from '../support/login.ts'
import { wordsOf } from '../support/words.ts'

// A refused form is answered with an error status, which the browser logs to its console.
const test = base.extend({ expected: /status of 4\d\d/ })
const t = wordsOf('en')

test(
  'a shared conversation is reported and dismissed, its author blocked and unblocked, a package changed',
  { tag: '@all' },
  async ({ page, playwright, studio }) => {
    const other = await playwright.request.newContext({ baseURL: studio.url })
    const token = await join(other, studio.url)
    const plan = await openPlan(other, token)
    const key = await platform<Credential>(other, token, 'credentials/', {
      application_id: plan.id,
      name: 'Own'
    })
    const { email } = await platform<{ email: string }>(other, token, 'users/me')
    const ask = async <T>(data: object): Promise<T> => {
      const headers = { authorization: `Bearer ${key.token}`, accept: 'application/json' }
      return (await other.post('/aichat/conversations', { data, headers })).json() as Promise<T>
    }
    const { id } = await ask<{ id: string }>({
      model: 'gpt-5-all',
      question: 'Why are there tides?',
      stateful: true
    })
    const { share } = await ask<{ share: { id: string } }>({ action: 'share', id })
    await other.dispose()

    const button = (name: string) => page.getByRole('button', { name: t(name), exact: true })
    const unfold = (name: string) => page.locator('summary').filter({ hasText: t(name) })
    const told = (name: string) =>
      expect(page.getByRole('status').filter({ hasText: t(name) })).toBeVisible()
    await page.goto(`/share/${share.id}`)
    await press(page, page.getByRole('link', { name: t('chat.report.name') }))
    const reason = page.getByLabel(t('chat.report.why'))
    await write(page, page.getByLabel(t('chat.report.text')), 'It is about me')
    await press(page, button('chat.report.send'))
    await expect(page.getByRole('alert')).toHaveText(t('chat.report.choose'))
    await expect(reason).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await press(page, button('chat.report.send'))
    await expect(page.getByRole('status')).toBeVisible()
    await expect(page.locator('#main')).toBeFocused()
    await expect(page.locator('#main')).toHaveCSS('outline-style', 'none')

    await operate(page.context().request, studio.url)
    await page.goto('/operator/reports')
    await press(page, page.getByRole('link', { name: /tides/ }))
    await press(page, button('operator.reports.dismiss'))
    await told('operator.reports.done.dismiss')

    await page.goto('/operator/people')
    await write(page, page.getByRole('searchbox'), email)
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('link', { name: email }))
    await press(page, unfold('operator.people.block'))
    await write(page, page.getByLabel(t('operator.person.reason')), 'Spam')
    await press(page, button('operator.people.blockDo'))
    await told('operator.people.done.block')
    await press(page, button('operator.people.unblock'))
    await told('operator.people.done.unblock')

    await page.goto('/operator/packages')
    await expect(
      page.getByRole('table', { name: t('operator.services.title'), exact: true })
    ).toContainText(t('common.group.image'))
    await press(page, page.locator('main table a').first())
    const price = page.getByLabel(t('operator.field.price'), { exact: true })
    await tabTo(page, price)
    const before = await price.inputValue()
    await write(page, price, 'free')
    await page.keyboard.press('Enter')
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    await expect(price).toBeFocused()
    await write(page, price, before)
    await press(page, button('operator.save'))
    await told('operator.packages.done.change')
  }
)

test(
  'a user copies their link, sets a name and an image, chooses emails, and cancels the deletion',
  { tag: '@all' },
  async ({ page }) => {
    const email = await registered(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/auth/begin?redirect=/distribution')
    const copy = page.getByRole('button', { name: t('distribution.link.copy') })
    await press(page, copy)
    await expect(
      page.getByRole('status').filter({ hasText: t('common.action.copied') })
    ).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/s\/\w{8}$/)
    await expect(copy).toBeFocused()

    await page.goto('/profile')
    const box = (key: string) => page.getByRole('region', { name: t(key), exact: true })
    const [me, mails] = [box('user.me.title'), box('user.notices.title')]
    const unfold = (key: string) => page.locator('summary').filter({ hasText: t(key) })
    await press(page, unfold('user.me.change'))
    await write(page, me.getByLabel(t('user.me.nickname'), { exact: true }), 'Ada Lovelace')
    await page.keyboard.press('Enter')
    await expect(me.getByRole('status')).toHaveText(t('user.done.me'))
    await press(page, unfold('user.picture.change'))
    const chosen = page.waitForEvent('filechooser')
    await press(page, me.getByLabel(t('user.picture.file'), { exact: true }), 'Space')
    await (await chosen).setFiles(picture('me.png'))
    await expect(me.getByText('me.png')).toBeVisible()
    await press(page, me.getByRole('button', { name: t('user.picture.save') }))
    await expect(me.getByRole('status')).toHaveText(t('user.done.picture'))
    const orders = mails.getByRole('checkbox', { name: t('user.notices.orders') })
    await press(page, orders, 'Space')
    await press(page, mails.getByRole('button', { name: t('user.action.save') }))
    await expect(mails.getByRole('status')).toHaveText(t('user.done.notices'))
    await expect(orders).not.toBeChecked()

    await page.goto('/auth/account')
    const leave = unfold('auth.account.data.delete')
    const confirm = page.getByLabel(t('auth.account.data.confirm'))
    await press(page, leave)
    await write(page, confirm, 'somebody@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(confirm).toHaveAttribute('aria-invalid', 'true')
    await expect(confirm).toBeFocused()
    await press(page, leave, 'Enter', 'Shift+Tab')
    await expect(confirm).toBeHidden()
    await expect(leave).toBeFocused()
    await expect(page.getByText(email).first()).toBeVisible()
  }
)
