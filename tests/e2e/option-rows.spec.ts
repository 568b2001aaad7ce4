import { expect, test } from '../support/browser.ts'
import { doseOf } from '../support/dose.ts'
import { hydrated } from '../support/tool.ts'

// Languages with long words, and Japanese with its wide letters.
for (const language of doseOf(['en', 'de', 'fr', 'ru', 'ja'], 1))
  test(
    `no row of options of a form wraps or overflows, in ${language}`,
    { tag: '@all' },
    async ({ page }) => {
      for (const tool of ['flux', 'hailuo', 'midjourney', 'nanobanana', 'qrart', 'suno', 'veo']) {
        await page.goto(`/${language}/${tool}`)
        await hydrated(page)
        await page.locator('.tool-form details').evaluateAll(all => {
          for (const each of all) if (each instanceof HTMLDetailsElement) each.open = true
        })
        const broken = await page.locator('.tool-form .segments').evaluateAll(rows =>
          rows
            .filter(row => {
              const tops = new Set(
                Array.from(row.children, each => each.getBoundingClientRect().top)
              )
              return tops.size > 1 || row.scrollWidth > row.clientWidth
            })
            .map(row => row.textContent)
        )
        expect(broken, tool).toEqual([])
      }
    }
  )
