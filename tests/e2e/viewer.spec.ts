import { accessible, expect, test } from '../support/browser.ts'
import { press, tabTo } from '../support/keyboard.ts'
import { cards, continueWith, decoded, ended, generate, openTool, prompt } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// This test generates real images, which takes long.
test.describe.configure({ timeout: 120_000 })

test(
  'results are viewed one by one, enlarged, compared, rated and read as code by keyboard',
  { tag: '@desktop' },
  async ({ page }) => {
    await openTool(page, '/flux')
    await prompt(page).fill('A boat on a lake')
    await generate(page).click()
    const first = await ended(page, 1)
    await decoded(first.locator('figure img'), 1)
    await continueWith(first, t('field.follow.edit'), page.locator('.tool-form img'))
    await prompt(page).fill('Make it winter')
    await generate(page).click()
    await ended(page, 2)

    const winter = cards(page).getByRole('link', { name: 'Make it winter', exact: true })
    const boat = cards(page).getByRole('link', { name: 'A boat on a lake', exact: true })
    const file = await winter.getAttribute('href')
    await winter.focus()
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog', {
      name: t('field.view.title', { number: 1, count: 2 })
    })
    await expect(viewer).toBeFocused()
    await expect(viewer.locator('img').first()).toHaveAttribute('src', file ?? '')
    await accessible(page)

    await page.keyboard.press('+')
    await expect(viewer.getByText('150%')).toBeVisible()
    await press(page, viewer.getByRole('button', { name: t('field.view.compare') }))
    const slider = viewer.getByRole('slider', { name: t('field.view.compare') })
    await tabTo(page, slider, 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await expect(slider).toHaveValue('51')

    const star = (number: number) =>
      viewer.getByRole('radio', { name: t('field.rating.stars', { number }) })
    await tabTo(page, star(1))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(star(3)).toBeChecked()
    await star(4).click()
    await expect(star(4)).toBeChecked()
    await expect(viewer).toBeFocused()

    await press(page, viewer.getByText(t('field.view.code'), { exact: true }))
    await expect(viewer.locator('pre')).toContainText('/flux/images')
    await expect(viewer.locator('pre')).toContainText('"prompt": "Make it winter"')
    await press(page, viewer.getByRole('button', { name: 'Python' }))
    await expect(viewer.locator('pre')).toContainText('requests.post')

    await page.keyboard.press('ArrowRight')
    const second = page.getByRole('dialog', {
      name: t('field.view.title', { number: 2, count: 2 })
    })
    await expect(second.getByRole('button', { name: t('field.view.compare') })).toHaveCount(0)
    await expect(second.getByRole('button', { name: 'Make it winter' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(boat).toBeFocused()

    // The page of one task shows what was made from it, although that is not on the page.
    const [task = ''] = ((await boat.getAttribute('data-view')) ?? '').split('/')
    await page.goto(`/flux/history?task=${task}`)
    await ended(page, 1)
    await boat.focus()
    await page.keyboard.press('Enter')
    const made = page.getByRole('dialog').getByRole('region', { name: t('field.view.made') })
    await expect(made.getByRole('img', { name: 'Make it winter' })).toBeVisible()
    await page.goto('/library?rating=4')
    await expect(page.locator('.library-tile')).toHaveCount(1)
    const rated = `Make it winter ${t('field.rating.stars', { number: 4 })}`
    // The viewer of the library compares it with the same image.
    await page.getByRole('link', { name: rated, exact: true }).click()
    const single = page.getByRole('dialog')
    const sources = single.getByRole('region', { name: t('field.view.sources') })
    await expect(sources.getByRole('img', { name: 'A boat on a lake' })).toBeVisible()
    await single.getByRole('button', { name: t('field.view.compare') }).click()
    await expect(single.getByRole('slider', { name: t('field.view.compare') })).toBeVisible()
  }
)
