import type { Locator, Page } from 'playwright/test'
import { expect, newAddress, PASSWORD } from './browser.ts'
import { wordsOf } from './words.ts'

const t = wordsOf('en')

/**
 * Waits until the form is hydrated. The result list hydrates on first use, and that use is not
 * lost.
 */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]:not([client="soon"])')).toHaveCount(0)
}

/** Signs up on the open sign-in page. */
export async function signUpHere(page: Page): Promise<void> {
  await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
  await page.getByLabel(t('auth.field.email')).fill(newAddress())
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
}

/**
 * Opens a tool and its whole form as a new user. The API creates the account; `login.spec.ts` signs up on the page.
 */
export async function openTool(page: Page, path: string): Promise<void> {
  const made = await page.request.post('/api/auth/sign-up/email', {
    data: { email: newAddress(), password: PASSWORD }
  })
  expect(made.ok()).toBe(true)
  await page.goto(`/auth/begin?redirect=${path}`)
  // The first user of a studio is sent to the page for naming it.
  await page.waitForURL(url => [path, '/welcome'].includes(url.pathname))
  if (new URL(page.url()).pathname !== path) await page.goto(path)
  await hydrated(page)
  await showForm(page)
}

/** Returns the form. The page around it mentions the same settings. */
export const settings = (page: Page): Locator =>
  page.getByRole('form', { name: t('field.form.label'), exact: true })

export const prompt = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Prompt', exact: true })

export const generate = (page: Page): Locator =>
  page.getByRole('button', { name: new RegExp(`^${t('field.form.generate')}`) })

/** Opens the whole form. At first and after a submit, a phone shows only its beginning. */
export async function showForm(page: Page): Promise<void> {
  const handle = page.getByRole('button', { name: t('field.sheet.low'), exact: true })
  if (await handle.isVisible()) await handle.click()
}

/** Opens the menu with the further actions on a result of a card, by default on the first. */
export async function openMenu(card: Locator, index = 0): Promise<void> {
  await card
    .locator('summary')
    .and(card.getByLabel(t('field.card.more')))
    .nth(index)
    .click()
}

/**
 * Presses a follow-up of a result of a card, by default of the first. On a touch screen, and where a
 * task has several results, it is in the menu of the result. If it starts a run, the price follows
 * its name.
 */
export async function pressFollowUp(card: Locator, name: string, index = 0): Promise<void> {
  const button = card
    .getByRole('button', { name: new RegExp(`^${RegExp.escape(name)}($| · )`) })
    .first()
  if (index > 0 || !(await button.isVisible())) await openMenu(card, index)
  await button.click()
}

/**
 * Presses a button below a result that opens the form with it, and waits until the form has it. The
 * first such button loads its code.
 * @param filled what the form has then
 */
export async function continueWith(card: Locator, name: string, filled: Locator): Promise<void> {
  await pressFollowUp(card, name)
  await expect(filled).toBeAttached()
}

/** Returns the button that removes an earlier result from the form, also in a sheet that is low. */
export const earlierResult = (page: Page): Locator =>
  page.getByRole('button', { name: t('field.earlier.remove'), includeHidden: true })

/** Paints a line onto the picture whose mask the form needs, and uses it. */
export async function paintMask(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('field.mask.paint'), exact: true }).click()
  const paper = page.getByRole('application', { name: t('field.mask.area') })
  const { x = 0, y = 0, width = 0, height = 0 } = (await paper.boundingBox()) ?? {}
  await page.mouse.move(x + width / 3, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: t('field.mask.use'), exact: true }).click()
  await expect(paper).toBeHidden()
}

/** Returns the cards of tasks, newest first. */
export const cards = (page: Page): Locator =>
  page.getByRole('region', { name: t('field.results.title') }).getByRole('article')

/** Returns the progress of the newest task. The feed pushes it, without a request from the page. */
export const percent = (page: Page): Locator =>
  cards(page)
    .first()
    .getByText(/\d+\s?%/)

/** Waits until the newest task has ended. */
export async function ended(page: Page, many: number): Promise<Locator> {
  await expect(cards(page)).toHaveCount(many)
  await expect(cards(page).first()).toHaveAttribute('aria-busy', 'false', { timeout: 45_000 })
  return cards(page).first()
}

/** Waits until every image is decoded. */
export async function decoded(pictures: Locator, many: number): Promise<void> {
  await expect(pictures).toHaveCount(many)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
}

/**
 * Plays sound or a video at high speed until it reports its end.
 * @returns its length in seconds
 */
export function playThrough(media: Locator): Promise<number> {
  return media.evaluate(async (player: HTMLMediaElement) => {
    const over = new Promise<void>((resolve, reject) => {
      player.addEventListener('ended', () => resolve(), { once: true })
      player.addEventListener('error', () => reject(new Error(player.error?.message)), {
        once: true
      })
    })
    player.muted = true
    player.playbackRate = 8
    await player.play()
    await over
    return player.duration
  })
}

/** Expects the results of a day in three to six columns without holes, at each desktop width. */
export async function fillsWidth(page: Page): Promise<void> {
  for (const width of [1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const columns = (): Promise<{ count: number; widest: number }> =>
      page.evaluate(() => {
        const boxes = [...document.querySelectorAll('.tool-grid > *')].map(card =>
          card.getBoundingClientRect()
        )
        const byLeft = Map.groupBy(boxes, ({ left }) => Math.round(left))
        const gaps = [...byLeft.values()].flatMap(column =>
          column
            .toSorted((a, b) => a.top - b.top)
            .map(({ top }, at, all) => top - (all[at - 1]?.bottom ?? top))
        )
        return { count: byLeft.size, widest: Math.max(...gaps) }
      })
    await expect
      .poll(async () => (await columns()).widest, { message: `holes at ${width} pixels` })
      .toBeLessThanOrEqual(20)
    const { count } = await columns()
    expect([3, 4, 5, 6], `columns at ${width} pixels`).toContain(count)
  }
}
