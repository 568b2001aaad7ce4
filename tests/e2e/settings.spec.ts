import { accessible, expect, fits, newAddress, PASSWORD, test as base } from '../support/browser.ts'
import { startStudio } from '../support/process.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

const test = base.extend<{ own: Studio }>({
  own: async ({ page }, use) => {
    const studio = await startStudio({
      RATE_LIMITS: 'off',
      FREE_AMOUNT: '7',
      OPENAI_API_KEY: 'sk-hidden',
      OPENAI_BASE_URL: 'http://ada:hidden@127.0.0.1:9/v1'
    })
    await use(studio)
    // An open page keeps sending requests.
    await page.goto('about:blank')
    await studio.stop()
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an operator sees every setting and its source, and no secret', async ({ page, own }) => {
    const { request } = page.context()
    const answer = await request.post(`${own.url}/api/auth/sign-up/email`, {
      data: { email: newAddress(), password: PASSWORD },
      headers: { origin: own.url }
    })
    expect(answer.status()).toBe(200)
    await request.get(`${own.url}/auth/begin?redirect=/`)
    await page.goto(`${own.url}/operator/settings`)
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    const row = (name: string) => page.getByRole('row', { name })
    await expect(row('FREE_AMOUNT')).toContainText(/7\s*Environment/)
    await expect(row('GUEST_ANSWERS_PER_DAY')).toContainText(/50\s*Default/)
    await expect(row('OPENAI_API_KEY')).toContainText(/Set\s*Environment/)
    await expect(row('OPENAI_BASE_URL')).toContainText('http://ada:•••@127.0.0.1:9/v1')
    expect(await page.content()).not.toContain('hidden@')
    expect(await page.content()).not.toContain('sk-hidden')
  })
})

test('the page of settings is accessible and fits', { tag: '@all' }, async ({ page, own }) => {
  const { request } = page.context()
  await request.post(`${own.url}/api/auth/sign-up/email`, {
    data: { email: newAddress(), password: PASSWORD },
    headers: { origin: own.url }
  })
  await request.get(`${own.url}/auth/begin?redirect=/`)
  await page.goto(`${own.url}/operator/settings`)
  await accessible(page)
  await fits(page)
})
