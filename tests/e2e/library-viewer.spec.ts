import type { Locator, Page } from 'playwright/test'
import { accessible, expect, fits, test } from '../support/browser.ts'
import { signUpUser } from '../support/from-home.ts'
import { tabTo } from '../support/keyboard.ts'
import { png } from '../support/site.ts'
import { decoded } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const HERON = 'A heron at dawn'

// These journeys generate a real image or video, which takes long.
test.describe.configure({ timeout: 120_000 })

const tile = (page: Page, name: string): Locator =>
  page.locator('.library-tile').getByRole('link', { name, exact: true })
const viewer = (page: Page, number: number): Locator =>
  page.getByRole('dialog', { name: t('field.view.title', { number, count: 2 }) })

/** Opens the library of a user with an upload and a newer result of a call. */
async function openLibrary(page: Page, call = '/flux/images'): Promise<void> {
  const ada = await signUpUser(page)
  await ada.upload('boat.png', 'image/png', await png(300, 200))
  await ada.generate(call, { prompt: HERON })
  await page.goto('/library')
  await expect(page.locator('.library-tile')).toHaveCount(2)
}

/** Draws a finger over the middle of an element, by a distance in pixels. */
async function swipe(page: Page, target: Locator, by: number): Promise<void> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('the element is not visible')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const client = await page.context().newCDPSession(page)
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: { x: number; y: number }[]
  ) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [{ x: x - by / 2, y }])
  await touch('touchMove', [{ x, y }])
  await touch('touchMove', [{ x: x + by / 2, y }])
  await touch('touchEnd', [])
  await client.detach()
}

test(
  'results and uploads are viewed one by one, marked, rated and opened in their tool',
  { tag: '@desktop' },
  async ({ page }) => {
    await openLibrary(page)
    await tile(page, HERON).focus()
    await page.keyboard.press('Enter')
    await expect(viewer(page, 1)).toBeFocused()
    await decoded(viewer(page, 1).locator('img'), 1)
    await accessible(page)
    await page.keyboard.press('+')
    await expect(viewer(page, 1).getByText('150%')).toBeVisible()
    const heart = viewer(page, 1).getByRole('button', {
      name: t('library.favourite', { name: HERON })
    })
    await tabTo(page, heart)
    await Promise.all([
      page.waitForResponse(answer => answer.status() === 303),
      page.keyboard.press('Enter')
    ])
    await expect(heart).toHaveAttribute('aria-pressed', 'true')

    await expect(viewer(page, 1).getByText(/credits?$/)).toBeVisible()
    await viewer(page, 1).getByText(t('field.view.code'), { exact: true }).click()
    await expect(viewer(page, 1).locator('pre')).toContainText('/flux/images')
    await accessible(page)

    await page.keyboard.press('ArrowRight')
    await decoded(viewer(page, 2).locator('img'), 1)
    await expect(viewer(page, 2).getByRole('link', { name: t('field.view.send') })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(tile(page, 'boat.png')).toBeFocused()

    await tabTo(page, tile(page, HERON), 'Shift+Tab')
    await page.keyboard.press('Enter')
    const stars = t('field.rating.stars', { number: 4 })
    await viewer(page, 1).getByRole('radio', { name: stars }).click()
    await expect(page.getByRole('img', { name: stars, includeHidden: true })).toHaveText('4')
    await tabTo(page, viewer(page, 1).getByRole('link', { name: /^Open in/ }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/flux\/history\?task=/)
  }
)

test(
  'swipes lead from a video to an image and back, and the close button leads back',
  { tag: '@phone' },
  async ({ page }) => {
    await openLibrary(page, '/luma/videos')
    const video = tile(page, `${HERON} ${t('common.group.video')}`)
    await video.tap()
    await expect(viewer(page, 1).locator('video')).toBeVisible()
    await fits(page)
    await swipe(page, viewer(page, 1).locator('video'), -160)
    await decoded(viewer(page, 2).locator('img'), 1)
    await swipe(page, viewer(page, 2).locator('img'), 160)
    await expect(viewer(page, 1).locator('video')).toBeVisible()
    // A tap right after the touches above is sometimes lost in the emulation of touch.
    await viewer(page, 1)
      .getByRole('button', { name: t('field.view.close') })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(video).toBeVisible()
  }
)
