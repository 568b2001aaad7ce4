import type { Application } from '#contract/application.ts'
import type { Package } from '#contract/package.ts'
import type { Usage } from '#contract/usage.ts'
import type { Locator, Page } from 'playwright/test'
import { accessible, expect, fits, openSite } from '../support/browser.ts'
import { join, openPlan, operate, platform } from '../support/buyer.ts'
import { withStudio } from '../support/file-studio.ts'
import { startStudio } from '../support/process.ts'
import { ended, generate, hydrated, prompt, showForm } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

type Items<T> = { items: T[] }

/** Credits for two images. */
const SMALL = 0.8

const test = withStudio(async () => {
  const studio = await startStudio({ RATE_LIMITS: 'off' })
  await openSite(studio.url)
  return studio
})
const t = wordsOf('en')
const name = (scope: string): string => `${t('application.type.usage')} · ${scope}`
const [FLUX, ALL] = [t('flux.title'), t('application.scope.global')]
const menu = (page: Page): Locator =>
  page.getByRole('navigation', { name: t('common.frame.balance') })
const payer = (page: Page, scope: string): Locator =>
  menu(page).getByRole('radio', { name: name(scope) })

async function openMenu(page: Page): Promise<void> {
  await hydrated(page)
  await showForm(page)
  await page.getByRole('button', { name: t('field.form.plan') }).click()
  await expect(menu(page)).toBeVisible()
}

async function make(page: Page, many: number): Promise<void> {
  await hydrated(page)
  await prompt(page).fill(`A boat on a lake, number ${many}`)
  await generate(page).click()
  await ended(page, many)
}

test(
  'a plan for one service is bought and chosen, pays for that service only, and is replaced once used up',
  { tag: ['@both', '@all'] },
  async ({ page, studio, playwright }) => {
    const operator = await playwright.request.newContext({ baseURL: studio.url })
    const token = await operate(operator, studio.url)
    const { id: sold } = await platform<Package>(operator, token, 'packages', {
      type: 'Usage',
      service_id: 'flux',
      amount: SMALL,
      price: 1
    })
    const { request } = page.context()
    const mine = await join(request, studio.url)
    const everything = await openPlan(request, mine)
    const paid = async (): Promise<string[]> =>
      (await platform<Items<Usage>>(request, mine, 'usage/apis?ordering=created_at')).items.map(
        ({ application_id }) => application_id
      )

    // Create and buy the plan.
    await page.goto('/flux')
    await openMenu(page)
    await expect(payer(page, ALL)).toBeChecked()
    await expect(menu(page).getByRole('status')).toHaveText(
      t('application.pay.only', { plan: name(ALL) })
    )
    await menu(page)
      .getByRole('link', { name: t('application.pay.begin', { service: FLUX }) })
      .click()
    await expect(page.locator('#begin-service option:checked')).toHaveText(FLUX)
    await page.getByRole('button', { name: t('application.begin.do') }).click()
    await page.locator(`[name=package][value="${sold}"]`).check()
    await page.getByRole('button', { name: t('order.place') }).click()
    await page.getByRole('button', { name: t('order.way.Stripe') }).click()
    await page.getByRole('button', { name: t('order.sandbox.pay') }).click()
    await expect(page.getByText(t('order.sandbox.paid'))).toBeVisible()
    const own =
      (await platform<Items<Application>>(request, mine, 'applications/?scope=Individual')).items[0]
        ?.id ?? ''

    // Choose the plan with the keyboard: the arrow keys move between the choices.
    await page.goto('/flux')
    await expect(page.locator('[data-amount]')).toHaveText('20.8')
    await openMenu(page)
    await expect(payer(page, ALL)).toBeChecked()
    await expect(menu(page).getByRole('status')).toHaveText(
      t('application.pay.first', { plan: name(ALL) })
    )
    await payer(page, ALL).focus()
    await page.keyboard.press('ArrowUp')
    await expect(payer(page, FLUX)).toBeChecked()
    await expect(menu(page).getByRole('status')).toHaveText(
      t('application.pay.chosen', { plan: name(FLUX) })
    )
    await accessible(page)
    await fits(page)
    await page.keyboard.press('Escape')
    await make(page, 1)
    await expect.poll(paid).toEqual([own])

    // The plan stays chosen after a reload and in another tab, but only for this service.
    await page.reload()
    await openMenu(page)
    await expect(payer(page, FLUX)).toBeChecked()
    const other = await page.context().newPage()
    await other.goto('/flux')
    await openMenu(other)
    await expect(payer(other, FLUX)).toBeChecked()
    await other.goto('/nanobanana')
    await expect(other.locator('[data-amount]')).toHaveText('20')
    await make(other, 1)
    await expect.poll(paid).toEqual([own, everything.id])
    await other.close()

    // Use up the plan.
    await page.keyboard.press('Escape')
    const lost = page.getByText(t('application.pay.lost'))
    await make(page, 2)
    await expect(lost).toBeVisible()
    await lost.click()
    await expect(lost).toBeHidden()
    await make(page, 3)
    await expect.poll(paid).toEqual([own, everything.id, own, everything.id])
    await openMenu(page)
    await expect(payer(page, ALL)).toBeChecked()
    await expect(payer(page, FLUX)).toBeDisabled()
    await expect(lost).toBeHidden()
    await operator.dispose()
  }
)

test(
  'the chat lists the plans that can pay for it, and reports a missing one',
  { tag: ['@all', '@both'] },
  async ({ page, studio }) => {
    const { request } = page.context()
    const mine = await join(request, studio.url)
    await openPlan(request, mine)
    const { id } = await platform<Application>(request, mine, 'applications/', {
      scope: 'Individual',
      service_id: 'chat'
    })
    // Write the selection on a page without scripts, so that nothing else writes it meanwhile.
    await page.goto('/robots.txt')
    await page.evaluate(
      ([application, host]) => {
        const chat = {
          application,
          credential: 'pm_gone',
          host,
          serviceId: 'b1fbcc32-e218-4253-9dc3-4fe600a1bfb9',
          own: true
        }
        localStorage.setItem('polymuse:selection', JSON.stringify({ chat }))
      },
      [id, studio.url] as const
    )
    const headers = { authorization: `Bearer ${mine}` }
    expect((await request.delete(`/api/v1/applications/${id}`, { headers })).ok()).toBe(true)
    await page.goto('/chatgpt/conversations')
    await hydrated(page)
    await page.getByRole('textbox', { name: t('chat.composer.label') }).fill('Hello')
    await page.getByRole('button', { name: t('chat.composer.send') }).click()
    await expect(page.getByText(t('application.pay.lost'))).toBeVisible()
    await page.getByRole('button', { name: t('chat.plan') }).click()
    await expect(payer(page, ALL)).toBeChecked()
    await accessible(page)
  }
)

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'a plan for one service can be started, and no plan can be chosen',
    { tag: ['@all', '@both'] },
    async ({ page, studio, playwright }) => {
      const operator = await playwright.request.newContext({ baseURL: studio.url })
      const token = await operate(operator, studio.url)
      await platform(operator, token, 'packages', {
        type: 'Usage',
        service_id: 'suno',
        amount: 20,
        price: 3
      })
      const { request } = page.context()
      await openPlan(request, await join(request, studio.url))
      await page.goto('/console/applications?service=suno')
      await page.getByRole('button', { name: t('application.begin.do') }).click()
      await expect(
        page.getByRole('main').getByText(name(t('suno.title')), { exact: true })
      ).toBeVisible()
      await expect(page.getByLabel('20 credits')).toBeVisible()
      await page.goto('/console/applications')
      await expect(page.getByRole('row').filter({ hasText: t('suno.title') })).toBeVisible()
      await page.goto('/suno')
      await expect(page.locator('#wallet input')).toHaveCount(2)
      await expect(page.getByRole('button', { name: t('field.form.plan') })).toBeHidden()
      await operator.dispose()
    }
  )
})
