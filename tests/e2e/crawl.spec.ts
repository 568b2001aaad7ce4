import { addressIn } from '../support/access-world.ts'
import { accessible, expect, fits, hydrated, PASSWORD, wearTheme } from '../support/browser.ts'
import { join, openPlan } from '../support/buyer.ts'
import { checkPage, checkState, LOOKS, watchShifts, type Look } from '../support/crawl/check.ts'
import { PAGES } from '../support/crawl/pages.ts'
import { pseudoWords, test } from '../support/crawl/pseudo-studio.ts'
import { doseOf, FULL_DOSE } from '../support/dose.ts'
import { walk } from '../support/keyboard.ts'
import { plainWords, speaksPseudo } from '../support/plain.ts'
import { SAID, SCENES } from '../support/states/index.ts'
import { mailsIn } from '../support/states/mails.ts'
import { enter } from '../support/states/step.ts'
import { hydrated as toolHydrated } from '../support/tool.ts'

const english = pseudoWords('en')

/** Returns both looks with the full dose, else one of them, alternately. */
function looksAt(index: number): readonly Look[] {
  return FULL_DOSE ? LOOKS : LOOKS.filter((_, at) => at === index % LOOKS.length)
}

/**
 * Groups the pages by part of the site and by viewer. A group shares one window, since opening a
 * window takes as long as loading a page.
 */
const PARTS = Map.groupBy(PAGES, ([route, viewer]) => `/${route.split('/')[1]} of a ${viewer}`)

/** The share of the pages and states that `npm test` visits. */
const SHARE = 1 / 7

/** Picks those pages and states, among them the main pages. */
const SEED = 9

for (const [part, all] of PARTS) {
  const pages = doseOf(all, Math.ceil(all.length * SHARE), SEED)
  test(part, async ({ page, lived, baseURL }) => {
    test.setTimeout(30_000 * pages.flatMap(([, , ...paths]) => paths).length)
    if (part.endsWith('person')) await page.context().addCookies(lived.state.cookies)
    await watchShifts(page)
    for (const [route, , ...paths] of pages) {
      for (const [number, path] of paths.entries()) {
        for (const [locale, colorScheme] of looksAt(
          PAGES.findIndex(each => each[0] === route) + number
        )) {
          await test.step(`${path}, in ${locale}`, async () => {
            await wearTheme(page, baseURL ?? '', colorScheme)
            await page.goto(addressIn(lived, path, locale))
            await expect(page.locator('html')).toHaveAttribute('lang', locale)
            await checkPage(page)
          })
        }
      }
      await test.step(`${route} by keyboard`, async () => {
        expect((await walk(page)).length, 'stops by keyboard').toBeGreaterThan(1)
      })
    }
  })
}

for (const [index, scene] of doseOf(SCENES, SCENES.length * SHARE, SEED).entries()) {
  test(`states of ${scene.name}`, async ({ page, lived, baseURL }) => {
    test.setTimeout(120_000)
    await enter(page, lived, scene)
    for (const [locale, colorScheme] of looksAt(index)) {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await wearTheme(page, baseURL ?? '', colorScheme)
      const t = pseudoWords(locale)
      for (const [name, ...steps] of scene.states) {
        await test.step(`${name}, in ${locale}`, async () => {
          for (const step of steps) await step({ page, t, world: lived, locale })
          await checkState(page)
        })
      }
    }
  })
}

test('islands contain no text outside the locale files', async ({ page, studio }) => {
  const { request } = page.context()
  await openPlan(request, await join(request, studio.url))
  const asked = 'Why is the sky blue? [sandbox:tokens=12]'
  await page.goto('/chatgpt/conversations')
  await hydrated(page)
  await page.getByLabel(english('chat.composer.label')).fill(asked)
  await page.getByRole('button', { name: english('chat.composer.send'), exact: true }).click()
  await expect(page.getByRole('button', { name: english('chat.turn.regenerate') })).toBeVisible()
  await speaksPseudo(page, [asked, ...SAID])
  await page
    .getByRole('button', { name: english('chat.keys.title') })
    .first()
    .click()
  await speaksPseudo(page, [asked, ...SAID])
  await page.keyboard.press('Escape')
  for (const prompt of ['A lighthouse', 'Fog [sandbox:fail=busy]']) {
    await page.goto('/flux')
    await toolHydrated(page)
    await page.getByRole('textbox').first().fill(prompt)
    await page.getByRole('button', { name: english('field.form.generate') }).click()
    await expect(page.getByRole('article').first()).toHaveAttribute('aria-busy', 'false', {
      timeout: 30_000
    })
    await speaksPseudo(page, [prompt, 'A lighthouse', ...SAID])
  }
})

test('mails of every kind are accessible, fit the window and contain no text outside the locale files', async ({
  page,
  folder
}) => {
  const { composeMail } = (await import(
    `${folder}/src/servers/lib/mail/letter.ts`
  )) as typeof import('#servers/lib/mail/letter.ts')
  for (const [locale, colorScheme] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    for (const mail of mailsIn(locale)) {
      const { html, text } = composeMail(mail)
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
  await page.getByLabel(english('auth.field.email')).fill('nobody@example.com')
  await page.getByLabel(english('auth.field.password'), { exact: true }).fill(PASSWORD)
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
