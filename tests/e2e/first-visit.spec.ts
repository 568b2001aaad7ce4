import { expect, test } from '../support/browser.ts'
import { doseOf } from '../support/dose.ts'
import { hydrated, prompt } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

for (const width of doseOf([360, 390], 1))
  test(`the form of a tool leaves the first examples visible on a phone of ${width} px`, async ({
    page
  }) => {
    await page.setViewportSize({ width, height: 740 })
    for (const tool of ['flux', 'kling', 'suno']) {
      await page.goto(`/${tool}`)
      await hydrated(page)
      const form = page.locator('.tool-form')
      await expect(form).toHaveAttribute('data-detent', 'low')
      await expect(prompt(page)).toBeInViewport({ ratio: 1 })
      const top = (await form.boundingBox())?.y ?? 0
      const use = page.getByRole('button', { name: t('field.intro.use') })
      const second = await use.nth(1).boundingBox()
      expect((second?.y ?? top) + (second?.height ?? 0), tool).toBeLessThan(top)
    }
  })
