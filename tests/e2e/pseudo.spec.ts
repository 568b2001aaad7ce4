import type { APIRequestContext } from 'playwright/test'
import type { Order } from '#contract/order.ts'
import type { Package } from '#contract/package.ts'
import { createTranslate } from '#i18n/translate.ts'
import { expect, hydrated, openSite, PASSWORD } from '../support/browser.ts'
import { codeFor, join, openPlan, operate, platform } from '../support/buyer.ts'
import { plainWords, speaksPseudo } from '../support/plain.ts'
import { startStudio } from '../support/process.ts'
import { pseudoStrings, pseudoTree } from '../support/pseudo.ts'
import { SAID, SCENES } from '../support/states/index.ts'
import { test as base } from '../support/states/lived.ts'
import { mailsIn } from '../support/states/mails.ts'
import { enter } from '../support/states/step.ts'
import { hydrated as toolHydrated } from '../support/tool.ts'

/** A studio whose English is pseudo: what reads plainly on its pages stands in the source instead of the languages' files. */
const test = base.extend<object, { folder: string }>({
  folder: [
    async ({}, use) => {
      const tree = await pseudoTree()
      await use(tree.folder)
      tree.remove()
    },
    { scope: 'worker', timeout: 120_000 }
  ],
  studio: [
    async ({ folder }, use) => {
      const studio = await startStudio({ RATE_LIMITS: 'off' }, folder)
      await openSite(studio.url)
      await use(studio)
      await studio.stop()
    },
    { scope: 'worker', timeout: 60_000 }
  ],
  // What is refused is a page with a status, which a browser's console repeats.
  expected: /status of 4\d\d/
})

const t = createTranslate(pseudoStrings(), 'en')
const lines = (text: string): string[] => text.trim().split(/\s+/)

const PUBLIC = lines(`
  /chatgpt/conversations /deepseek/conversations /grok/conversations /flux /midjourney /nanobanana /qrart /headshots /kling /veo
  /luma /hailuo /pixverse /pika /suno /docs /docs/key /docs/chat /docs/tasks /docs/callbacks /docs/openai /docs/errors /docs/limits
  /docs/services/flux /docs/services/midjourney /docs/services/qrart /docs/services/suno /nowhere /offline /share/nothing
  /auth/login /auth/login?mode=sign-up /auth/login?mode=forgot /auth/login?mode=magic-ask /auth/phone /auth/sign-out-question /auth/callback
`)
const OWN = lines(`
  /profile /console/applications /console/orders /console/usages /console/redeem /distribution /distribution/history
  /distribution/invitees /auth/account /flux/history /console/extra
`)
const OPERATED = lines(`
  /welcome /site /site/keys /operator /operator/sites /operator/people /operator/orders /operator/packages /operator/services/flux
  /operator/codes /operator/payouts /operator/reports /operator/audit /operator/providers
`)

test('every screen speaks through the languages’ files', async ({ page, studio, browser }) => {
  test.setTimeout(180_000)
  for (const path of PUBLIC) {
    await page.goto(path)
    await speaksPseudo(page)
  }
  const { request } = page.context()
  const token = await join(request, studio.url)
  const plan = await openPlan(request, token)
  const order = await ordered(request, token, plan.id)
  const paths = [
    ...OWN,
    `/console/applications/${plan.id}/extra`,
    `/console/applications/${plan.id}/subscribe`,
    `/console/applications/${plan.id}/credentials`,
    `/console/orders/${order.id}`
  ]
  for (const path of paths) {
    await page.goto(path)
    await speaksPseudo(page)
  }
  const office = await browser.newContext({ baseURL: studio.url })
  const operator = await office.newPage()
  const key = await operate(office.request, studio.url)
  await codeFor(office.request, key, { amount: 7 })
  for (const path of [...OPERATED, `/operator/orders/${order.id}`]) {
    await operator.goto(path)
    await speaksPseudo(operator)
  }
  await operator.goto('/operator/sites')
  await operator.getByText(t('operator.sites.add'), { exact: true }).click()
  await operator.locator('#origin').fill('https://-a.example')
  await operator.locator('#origin').press('Enter')
  await expect(operator.getByText(t('site.domain.label_starts_with_dash'))).toBeVisible()
  await office.close()
})

test('what islands say comes from the files as well', async ({ page, studio }) => {
  const { request } = page.context()
  await openPlan(request, await join(request, studio.url))
  const asked = 'Why is the sky blue? [sandbox:tokens=12]'
  await page.goto('/chatgpt/conversations')
  await hydrated(page)
  await page.getByLabel(t('chat.composer.label')).fill(asked)
  await page.getByRole('button', { name: t('chat.composer.send'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('chat.turn.regenerate') })).toBeVisible()
  await speaksPseudo(page, [asked])
  await page
    .getByRole('button', { name: t('chat.keys.title') })
    .first()
    .click()
  await speaksPseudo(page, [asked])
  await page.keyboard.press('Escape')
  for (const prompt of ['A lighthouse', 'Fog [sandbox:fail=busy]']) {
    await page.goto('/flux')
    await toolHydrated(page)
    await page.getByRole('textbox').first().fill(prompt)
    await page.getByRole('button', { name: t('field.form.generate') }).click()
    await expect(page.getByRole('article').first()).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })
    await speaksPseudo(page, [prompt, 'A lighthouse'])
  }
})

for (const scene of SCENES) {
  test(`states of ${scene.name} do so too`, async ({ page, lived }) => {
    test.setTimeout(120_000)
    await enter(page, lived, scene)
    for (const [name, ...steps] of scene.states) {
      await test.step(name, async () => {
        for (const step of steps) await step({ page, t, world: lived, locale: 'en' })
        await speaksPseudo(page, SAID)
      })
    }
  })
}

test('mails of every kind do so too, as pages and as text', async ({ page, folder }) => {
  const { writeLetter } = (await import(`${folder}/src/servers/lib/mail/letter.ts`)) as typeof import('#servers/lib/mail/letter.ts')
  for (const mail of mailsIn('en')) {
    const { html, text } = writeLetter(mail)
    await page.setContent(html)
    await speaksPseudo(page)
    await page.locator('body').evaluate((body, words) => (body.textContent = words), text)
    await speaksPseudo(page)
  }
})

test('problems of the servers do so too', async ({ page, studio }) => {
  const headers = { origin: studio.url, authorization: 'Bearer nothing' }
  const refused = await page.request.get('/api/v1/applications/', { headers })
  expect(((await refused.json()) as { error: { message: string } }).error.message).toMatch(/^⟦/)
  await page.goto('/auth/begin?redirect=/profile')
  await page.getByLabel(t('auth.field.email')).fill('nobody@example.com')
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await speaksPseudo(page, SAID)
})

test('what reads plainly is found wherever it stands', async ({ page }) => {
  await page.setContent(`
    <head><title>title</title><meta name="description" content="search engines"><meta property="og:title" content="cards">
    <script type="application/ld+json">{ "@type": "WebSite", "@graph": [{ "name": "things" }] }</script></head>
    <p title="a tip">a block</p><svg role="img" aria-label="a picture"><text>a drawing</text></svg>
    <noscript><p>nobody’s script</p></noscript><input dir="ltr" placeholder="a field"><textarea dir="auto" aria-label="a box"></textarea>
    <bdi>Somebody else’s</bdi><code>code</code>`)
  const found = 'title, a block, a drawing, a tip, a picture, a field, a box, nobody’s script, search engines, cards, things'
  expect((await plainWords(page)).join(', ')).toBe(found)
})

/** An order that waits for its payment. */
async function ordered(request: APIRequestContext, token: string, plan: string): Promise<Order> {
  const { items } = await platform<{ items: Package[] }>(request, token, 'packages/?type=Usage')
  return platform<Order>(request, token, 'orders/', { application_id: plan, package_id: items[0]?.id })
}
