import { accessible, expect, fits, hydrated, PASSWORD } from '../support/browser.ts'
import { join, openPlan } from '../support/buyer.ts'
import { LOOKS } from '../support/crawl/check.ts'
import { pseudoWords, test } from '../support/crawl/pseudo-studio.ts'
import { plainWords, speaksPseudo } from '../support/plain.ts'
import { SAID } from '../support/states/index.ts'
import { mailsIn } from '../support/states/mails.ts'
import { hydrated as toolHydrated } from '../support/tool.ts'

const t = pseudoWords('en')

test('islands contain no text outside the locale files', async ({ page, studio }) => {
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
    await expect(page.getByRole('article').first()).toHaveAttribute('aria-busy', 'false', {
      timeout: 30_000
    })
    await speaksPseudo(page, [prompt, 'A lighthouse'])
  }
})

test('mails of every kind are accessible, fit the window and contain no text outside the locale files', async ({
  page,
  folder
}) => {
  const { writeLetter } = (await import(
    `${folder}/src/servers/lib/mail/letter.ts`
  )) as typeof import('#servers/lib/mail/letter.ts')
  for (const [locale, colorScheme] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    for (const mail of mailsIn(locale)) {
      const { html, text } = writeLetter(mail)
      await page.setContent(html)
      await accessible(page)
      await fits(page)
      await speaksPseudo(page)
      await page.locator('body').evaluate((body, words) => (body.textContent = words), text)
      await speaksPseudo(page)
    }
  }
})

test('server errors are in the language of the caller', async ({ page, studio }) => {
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

test('the check finds plain text wherever a page contains it', async ({ page }) => {
  await page.setContent(`<html lang="en" dir="ltr">
    <head><title>title</title><meta name="description" content="search engines"><meta property="og:title" content="cards">
    <script type="application/ld+json">{ "@type": "WebSite", "@graph": [{ "name": "things" }] }</script></head>
    <p title="a tip">a block</p><svg role="img" aria-label="a picture"><text>a drawing</text></svg>
    <noscript><p>nobody’s script</p></noscript><input dir="ltr" placeholder="a field"><textarea dir="auto" aria-label="a box"></textarea>
    <bdi>Somebody else’s</bdi><code>code</code>`)
  const found =
    'title, a block, a drawing, a tip, a picture, a field, a box, nobody’s script, search engines, cards, things'
  expect((await plainWords(page)).join(', ')).toBe(found)
})
