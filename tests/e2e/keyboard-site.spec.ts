import { expect } from '../support/browser.ts'
import { press, tabTo, write } from '../support/keyboard.ts'
import { newPerson, part, test } from '../support/site.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

test(
  'a site gets a colour and offers less, and another site gets its address',
  { tag: '@all' },
  async ({ page, context, own }) => {
    await newPerson(context, own.url)
    await page.goto(`${own.url}/site`)
    const bar = page.locator('#settings')
    const accent = part(page, 'accent').getByLabel(t('site.field.accent'), { exact: true })
    await write(page, accent, '#1166cc')
    await page.keyboard.press('Enter')
    await expect(bar.getByRole('status')).toHaveText(t('site.saved'))
    await expect(page.locator('html')).toHaveAttribute('style', /--site-accent-light/)
    // After a submit, Tab starts at the changed part of the page.
    await tabTo(page, accent)
    const song = part(page, 'offer').getByLabel('Suno', { exact: true })
    await press(page, song, 'Space')
    await expect(bar.getByRole('status')).toHaveText(t('site.unsaved'))
    await press(page, bar.getByRole('button', { name: t('site.save'), exact: true }))
    await expect(bar.getByRole('status')).toHaveText(t('site.saved'))
    await expect(song).not.toBeChecked()

    await page.goto(`${own.url}/operator/sites`)
    await press(page, page.locator('summary').filter({ hasText: t('operator.sites.add') }))
    const address = page.getByLabel(t('operator.column.address'), { exact: true })
    await write(page, address, 'https://second.example/path')
    await page.keyboard.press('Enter')
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await expect(address).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('https://second.example')
    await press(page, page.getByRole('button', { name: t('operator.sites.addDo'), exact: true }))
    await expect(page.getByRole('status')).toHaveText(t('operator.sites.done.add'))
    await expect(page.getByRole('link', { name: 'https://second.example' })).toBeVisible()
    await page.goto('about:blank')
  }
)
