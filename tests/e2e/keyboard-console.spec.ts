import { expect, newAddress, PASSWORD, test as base } from '../support/browser.ts'
import { openPlan, join } from '../support/buyer.ts'
import { press, tabTo, write } from '../support/keyboard.ts'
import { newPerson, part, test as site } from '../support/site.ts'
import { wordsOf } from '../support/words.ts'

const test = base.extend({ expected: /status of 4\d\d/ })
const t = wordsOf('en')

test(
  'a plan is topped up and paid for in the sandbox, with the keyboard alone',
  { tag: '@all' },
  async ({ page, studio }) => {
    const { request } = page.context()
    const plan = await openPlan(request, await join(request, studio.url))
    await page.goto('/console/applications')
    await press(
      page,
      page.locator('main').getByRole('link', {
        name: t('application.do.extraNamed', { name: 'Credits · All services' })
      })
    )
    await expect(page).toHaveURL(new RegExp(`${plan.id}/extra`))
    await tabTo(page, page.locator('input[type=radio]:checked'))
    await page.keyboard.press('ArrowDown')
    await press(page, page.getByRole('button', { name: t('order.place') }))
    await press(page, page.getByRole('button', { name: t('order.way.Stripe') }))
    await press(page, page.getByRole('button', { name: t('order.sandbox.pay') }))
    await expect(page.getByRole('status')).toHaveText(t('order.sandbox.paid'))
    await press(page, page.getByRole('link', { name: t('order.sandbox.back') }))
    await expect(page.getByText(t('order.means.finished'))).toBeVisible()
  }
)

test(
  'a key is created, copied and deleted, with the keyboard alone',
  { tag: '@all' },
  async ({ page, studio }) => {
    const { request } = page.context()
    const plan = await openPlan(request, await join(request, studio.url))
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/console/applications/${plan.id}/credentials`)
    await press(page, page.locator('summary').filter({ hasText: t('credential.new') }))
    await write(page, page.getByLabel(t('credential.field.name')), 'Backend')
    await press(page, page.getByRole('button', { name: t('credential.create') }))
    const made = page.getByRole('status').filter({ hasText: /pm_/ })
    await expect(made).toBeInViewport()
    await press(page, made.getByRole('button', { name: t('credential.token.copy') }))
    await expect(made.getByRole('status')).toHaveText(t('common.action.copied'))
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^pm_/)
    await press(page, page.getByRole('row').filter({ hasText: 'Backend' }).getByRole('link'))
    await press(page, page.locator('summary').filter({ hasText: t('credential.delete.name') }))
    await press(page, page.getByRole('button', { name: t('credential.delete.do') }))
    await expect(page.getByText(t('credential.empty.key'), { exact: true })).toBeVisible()
  }
)

test(
  'another language and another theme are chosen, with the keyboard alone',
  { tag: '@all' },
  async ({ page }) => {
    await page.request.post('/api/auth/sign-up/email', {
      data: { email: newAddress(), password: PASSWORD }
    })
    await page.goto('/docs/tasks')
    const menu = page.locator('#person')
    const me = page.locator('.rail button[popovertarget=person]')
    await press(page, me)
    await expect(menu).toBeVisible()
    await press(page, menu.locator('a[data-theme-choice=light]'))
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await press(page, menu.locator('summary'), 'Enter', 'Shift+Tab')
    const german = menu.getByRole('link', { name: 'Deutsch' })
    await expect(german).toHaveAttribute('lang', 'de')
    await press(page, german)
    await expect(page).toHaveURL(/\/de\/docs\/tasks$/)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  }
)

site(
  'a site gets another name, by keyboard alone',
  { tag: '@all' },
  async ({ page, context, own }) => {
    await newPerson(context, own.url)
    await page.goto(`${own.url}/site`)
    const brand = part(page, 'brand')
    await write(page, brand.getByLabel(t('site.field.title'), { exact: true }), 'Muses')
    await page.keyboard.press('Enter')
    await expect(page.locator('#settings').getByRole('status')).toHaveText(t('site.saved'))
    await expect(page).toHaveTitle(/Muses/)
  }
)
