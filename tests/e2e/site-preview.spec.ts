import { accessible, expect } from '../support/browser.ts'
import { newPerson, part, png, save, test } from '../support/site.ts'
import { wordsOf } from '../support/words.ts'

test(
  'the preview follows typing, and the keyboard selects a part of an image',
  { tag: '@all' },
  async ({ page, context, own }) => {
    const t = wordsOf('en')
    await newPerson(context, own.url)
    await page.goto(`${own.url}/site`)
    const brand = part(page, 'brand')
    await brand.getByLabel(t('site.field.title'), { exact: true }).fill('Typed')
    const title = `Typed · ${t('chat.home.claim')}`
    const described = brand.locator('[data-preview=description]')
    const titles = brand.locator('[data-preview=title]')
    await expect(titles).toHaveText([title, title, title])
    await brand.getByLabel(t('site.field.description'), { exact: true }).fill('For illustrators.')
    await expect(titles.first()).toHaveText('Typed · For illustrators')
    await brand
      .getByLabel(t('site.field.description'), { exact: true })
      .fill(`Described. ${'More. '.repeat(40)}`)
    const status = page.locator('#settings').getByRole('status')
    await expect(status).toHaveText(t('site.unsaved'))
    await save(page, t)
    await expect(status).toHaveText(t('site.saved'))
    const previewed = await described.first().innerText()
    expect(previewed).toMatch(/^Described\. More\..{100,}$/)
    await page.goto(`${own.url}/`)
    await expect(page).toHaveTitle(title)
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', previewed)
    await page.goto(`${own.url}/site`)

    const light = part(page, 'accent').locator('[data-accent-theme=light]')
    await part(page, 'accent').getByLabel(t('site.field.accent'), { exact: true }).fill('#ffee00')
    await expect(light.locator('[data-accent-ratio]')).toContainText(/\d/)
    await expect(light.locator('.button')).not.toHaveCSS('background-color', 'rgb(255, 238, 0)')

    await page.getByRole('link', { name: t('site.discard') }).click()
    await expect(status).toBeEmpty()
    await expect(
      part(page, 'accent').getByLabel(t('site.field.accent'), { exact: true })
    ).toBeEmpty()

    const logo = part(page, 'logo')
    await logo.getByLabel(t('site.picture.file')).setInputFiles({
      name: 'wide.png',
      mimeType: 'image/png',
      buffer: await png(600, 600)
    })
    const box = logo.getByRole('application', { name: t('site.picture.crop') })
    await expect(box).toBeVisible()
    const crop = logo.locator('[name=crop]')
    await expect(crop).toHaveValue('0.0000,0.3500,1.0000,0.3000')
    await box.focus()
    await page.keyboard.press('Shift+ArrowUp')
    await expect(crop).toHaveValue('0.0000,0.2500,1.0000,0.3000')
    await page.keyboard.press('-')
    await expect(crop).toHaveValue(/^0\.00\d+,0\.25\d+,0\.99/)
    await logo.getByRole('slider').fill('50')
    await expect(crop).toHaveValue(/,0\.5000,0\.1500$/)
    const before = await crop.inputValue()
    await box.scrollIntoViewIfNeeded()
    const at = await box.boundingBox()
    await page.mouse.move((at?.x ?? 0) + 100, (at?.y ?? 0) + 100)
    await page.mouse.down()
    await page.mouse.move((at?.x ?? 0) + 140, (at?.y ?? 0) + 130, { steps: 4 })
    await page.mouse.up()
    expect(await crop.inputValue()).not.toBe(before)
    await accessible(page)
    await logo.getByRole('button', { name: t('site.picture.save') }).click()
    await expect(part(page, 'logo').getByRole('status')).toHaveText(t('site.picture.logo.saved'))
    await expect(
      part(page, 'logo').getByRole('img', { name: t('site.picture.logo') })
    ).toBeVisible()
  }
)
