import type { Browser, Page } from 'playwright/test'
import { accessible, expect, fits } from '../support/browser.ts'
import { createFalTest } from '../support/fal-studio.ts'
import { walkFromHome } from '../support/from-home.ts'
import { newPerson } from '../support/site.ts'
import { ended, generate, hydrated, openMenu, prompt, showForm } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const test = createFalTest()

const t = wordsOf('en')
const PROMPT = 'A fox on a hill, gouache'

const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Opens a page in a window of another user. */
async function windowOf(browser: Browser, url: string, isUser: boolean): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  if (isUser) await newPerson(context, url)
  return context.newPage()
}

/** Generates an image and asks for Explore. */
async function publish(page: Page): Promise<void> {
  const walk = await walkFromHome(page)
  await walk.openTool('image', 'Flux')
  await page.waitForURL(/\/flux$/)
  await hydrated(page)
  await showForm(page)
  await prompt(page).fill(PROMPT)
  await generate(page).click()
  const card = await ended(page, 1)
  await openMenu(card)
  await card.getByRole('link', { name: t('field.card.share'), exact: true }).click()
  await page.getByRole('checkbox', { name: t('explore.share.listed') }).check()
  await button(page, 'chat.share.make').click()
  await expect(page.getByText(t('explore.state.waiting'))).toBeVisible()
  await fits(page)
  await accessible(page)
}

test(
  'an image is published and accepted, another user likes and remixes it, and its link ends',
  { tag: ['@each', '@all'] },
  async ({ page, studio, browser }) => {
    const guest = await windowOf(browser, studio.url, false)
    // The first user of the studio is its admin, and has credits for a real vendor.
    await newPerson(page.context(), studio.url)
    await publish(page)
    const sharing = page.url()
    const walk = await walkFromHome(guest)
    const main = guest.getByRole('main')
    await walk.click(main.getByRole('link', { name: t('explore.title'), exact: true }))
    await expect(guest.getByText(t('explore.empty.title'))).toBeVisible()

    await page.goto('/site/explore')
    await expect(link(page, PROMPT)).toBeVisible()
    await button(page, 'site.explore.listed').click()
    await expect(page.getByText(t('site.explore.done.listed'))).toBeVisible()
    await accessible(page)

    await guest.reload()
    await walk.click(guest.getByRole('img', { name: PROMPT }))
    await expect(link(guest, t('explore.like'))).toBeVisible()
    await expect(guest.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/files\//)

    // The image of this vendor is a single pixel, too small for a click.
    await link(guest, PROMPT).press('Enter')
    const viewer = guest.getByRole('dialog', {
      name: t('field.view.title', { number: 1, count: 1 })
    })
    await expect(viewer.getByRole('img', { name: PROMPT })).toBeVisible()
    await fits(guest)
    await accessible(guest)
    await guest.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)

    const reader = await windowOf(browser, studio.url, true)
    await reader.goto(new URL(guest.url()).pathname)
    await button(reader, 'explore.like').click()
    await expect(button(reader, 'explore.unlike')).toHaveAttribute('aria-pressed', 'true')
    await accessible(reader)
    await link(reader, t('explore.remix')).click()
    await expect(reader).toHaveURL(/\/flux\?try=/)
    await expect(prompt(reader)).toHaveValue(PROMPT)

    await page.goto(sharing)
    await button(page, 'chat.share.end').click()
    await expect(page.getByText(t('explore.share.ended'))).toBeVisible()
    expect((await page.request.get(guest.url())).status()).toBe(404)

    await guest.context().close()
    await reader.context().close()
  }
)
