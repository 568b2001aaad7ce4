import { expect, test } from '../support/browser.ts'
import { cards, generate, openTool, prompt } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// The run is refused on purpose.
test.use({ expected: /status of 400/ })

test(
  'a run that costs more than the page shows starts once the user has seen the price',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/flux')
    // The page asks as if it had shown a lower price.
    await page.route(
      '**/flux/images',
      route => {
        const body = { ...(route.request().postDataJSON() as object), max_price: 0.1 }
        return route.continue({ postData: JSON.stringify(body) })
      },
      { times: 1 }
    )
    await prompt(page).fill('A boat on a lake at dawn')
    await generate(page).click()
    const refused = t('issue.price_changed', { price: '0.4 credits' })
    await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
    await generate(page).click()
    await expect(cards(page)).toHaveCount(1)
  }
)
