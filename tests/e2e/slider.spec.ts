import type { Locator } from 'playwright/test'
import sharp from 'sharp'
import { expect, test, wearTheme } from '../support/browser.ts'
import { doseOf } from '../support/dose.ts'
import { hydrated } from '../support/tool.ts'

const ACCENT = '#2f55d4'
const BLUE = [47, 85, 212]

/**
 * Takes a picture of a slider.
 * @returns the colour of the track at a fraction of its width
 */
async function trackColors(slider: Locator): Promise<(part: number) => number[]> {
  const { data, info } = await sharp(await slider.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return part => {
    const pixel = Math.floor(info.height / 2) * info.width + Math.round(info.width * part)
    return [...data.subarray(3 * pixel, 3 * pixel + 3)]
  }
}

// Desktop only: on a phone, the settings are in a sheet that starts closed.
for (const language of doseOf(['en', 'ar'], 1))
  test(
    `a slider is filled from its start, and the rest stays dark in the dark theme, in ${language}`,
    { tag: ['@desktop', '@all'] },
    async ({ page, studio }) => {
      await wearTheme(page, studio.url, 'dark')
      await page.goto(`/${language}/midjourney`)
      await hydrated(page)
      await page.evaluate(
        accent => document.documentElement.style.setProperty('--site-accent-dark', accent),
        ACCENT
      )
      await page
        .locator('.tool-form details')
        .last()
        .evaluate(more => more.setAttribute('open', ''))
      const slider = page.locator('.tool-form [type=range]').first()
      await slider.fill('500')
      const [start, end] = language === 'ar' ? [0.9, 0.1] : [0.1, 0.9]
      // The browser may draw the new value one frame later.
      await expect(async () => {
        const colorAt = await trackColors(slider)
        expect(colorAt(start)).toEqual(BLUE)
        expect(Math.max(...colorAt(end))).toBeLessThan(110)
      }).toPass()
    }
  )

test(
  'checkboxes have the accent of the site wherever they are',
  { tag: '@all' },
  async ({ page }) => {
    await page.goto('/chatgpt/conversations')
    const [accent, colour] = await page.evaluate(() => {
      const box = document.body.appendChild(document.createElement('input'))
      box.type = 'checkbox'
      box.style.color = 'var(--accent)'
      const { accentColor, color } = getComputedStyle(box)
      return [color, accentColor]
    })
    expect(colour).toBe(accent)
  }
)
