import { expect, test as base } from '../support/browser.ts'
import { join, openPlan, platform } from '../support/buyer.ts'
import { wordsOf } from '../support/words.ts'

// A refused form is answered with an error status, which the browser logs to its console.
const test = base.extend({ expected: /status of 4\d\d/ })
const t = wordsOf('en')

test('a key is created, shown once, used, changed, replaced and deleted', async ({
  page,
  studio
}) => {
  const { request } = page.context()
  const plan = await openPlan(request, await join(request, studio.url))
  const ask = (key: string) =>
    request.post('/aichat/conversations', {
      data: { model: 'gpt-5-all', question: 'hi [sandbox:tokens=5]' },
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' }
    })
  const shown = () => page.getByRole('status').getByText(/^pm_/).innerText()
  await page.goto(`/console/applications/${plan.id}/credentials`)
  await page.getByText(t('credential.new')).click()
  await page.getByLabel(t('credential.field.name')).fill('Backend')
  await page.getByLabel(t('credential.field.limit')).fill('2.5')
  await page.getByLabel(t('credential.field.end')).fill('2001-01-01')
  await page.getByRole('button', { name: t('credential.create') }).click()
  await expect(page.getByText(t('credential.issue.expired_at.too_small'))).toBeVisible()
  await expect(page.getByLabel(t('credential.field.name'))).toHaveValue('Backend')
  await page.getByLabel(t('credential.field.end')).fill('2100-01-31')
  await page.getByRole('button', { name: t('credential.create') }).click()
  await expect(page.getByRole('status').getByText(/^pm_/)).toBeInViewport()
  await expect(page.getByText(t('credential.made.once'))).toBeVisible()
  const first = await shown()
  // The form redirected to this page, so a reload posts nothing again and no longer shows the
  // token.
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Backend' })).toHaveCount(1)
  await expect(page.getByText(first)).toHaveCount(0)
  expect((await ask(first)).status()).toBe(200)
  await page.goto(`/console/applications/${plan.id}/credentials`)
  await expect(page.getByText(first)).toHaveCount(0)
  const row = page.getByRole('row').filter({ hasText: 'Backend' })
  await expect(row).toContainText('2100')
  await expect(row).toContainText(t('credential.state.works'))
  await expect(row).not.toContainText(t('credential.unused'))
  await row.getByRole('link').click()
  await page.getByLabel(t('credential.field.name')).fill('Shop')
  await page.getByLabel(t('credential.field.limit')).fill('')
  await page.getByRole('button', { name: t('credential.save') }).click()
  await expect(page.getByText(t('credential.done.save'))).toBeVisible()
  await expect(page.getByText('Shop', { exact: true })).toBeVisible()
  await page
    .locator('summary')
    .filter({ hasText: t('credential.rotate.name') })
    .click()
  await page.getByRole('button', { name: t('credential.rotate.do') }).click()
  const second = await shown()
  expect([(await ask(first)).status(), (await ask(second)).status()]).toEqual([401, 200])
  await page
    .locator('summary')
    .filter({ hasText: t('credential.delete.name') })
    .click()
  await page.getByRole('button', { name: t('credential.delete.do') }).click()
  await expect(page.getByText(t('credential.empty.key'), { exact: true })).toBeVisible()
  expect((await ask(second)).status()).toBe(401)
})

test(
  'a plan has at most a hundred keys, and the form says so',
  { tag: '@all' },
  async ({ page, studio }) => {
    const { request } = page.context()
    const token = await join(request, studio.url)
    const plan = await openPlan(request, token)
    for (let time = 0; time < 99; time++)
      await platform(request, token, 'credentials/', {
        application_id: plan.id,
        name: `Key ${time}`,
        limited_amount: 0
      })
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(`/console/applications/${plan.id}/credentials`)
    await expect(page.getByText(t('credential.state.reached')).first()).toBeVisible()
    const create = async (name: string): Promise<void> => {
      await page.getByText(t('credential.new')).click()
      await page.getByLabel(t('credential.field.name'), { exact: true }).fill(name)
      await page.getByRole('button', { name: t('credential.create') }).click()
    }
    await create('The last')
    await expect(page.getByRole('status').getByText(/^pm_/)).toBeInViewport()
    await create('One more')
    await expect(
      page.getByRole('alert').getByText(t('credential.issue.application_id.too_many'))
    ).toBeInViewport()
    await expect(page.getByLabel(t('credential.field.name'), { exact: true })).toHaveValue(
      'One more'
    )
  }
)
