import { accessible, expect, fits, hydrated, test } from '../support/browser.ts'
import { ask, dialog, field, open, question, settings, stop, t } from '../support/composer.ts'

/** One model of this group takes a temperature, and the other does not. */
const DEEPSEEK = '/deepseek/conversations'

test('Enter first accepts a composed word, and sends it the next time', async ({ page }) => {
  await open(page)
  await field(page).focus()
  const client = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    client.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length
    })
  const enter = (isComposing: boolean) =>
    client.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: isComposing ? 'Process' : 'Enter',
      code: 'Enter',
      windowsVirtualKeyCode: isComposing ? 229 : 13
    })
  await compose('しお')
  await compose('潮')
  await expect(field(page)).toHaveValue('潮')
  await enter(true)
  await enter(false)
  await expect(question(page)).toHaveCount(0)
  await client.send('Input.insertText', { text: '潮' })
  await expect(field(page)).toHaveValue('潮')
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('潮')
})

test.describe('before the island works', () => {
  // A service worker would load the scripts that this test holds back.
  test.use({ serviceWorkers: 'block' })

  // Desktop only: on a phone, focusing the composer opens the on-screen keyboard over the page.
  test(
    'a new chat begins in the composer, and Enter sends as soon as the island works',
    { tag: '@desktop' },
    async ({ page }) => {
      await open(page)
      await expect(field(page)).toBeFocused()
      const gate = Promise.withResolvers<void>()
      await page.route('**/_astro/*.js', async route => {
        await gate.promise
        await route.continue()
      })
      await page.reload({ waitUntil: 'domcontentloaded' })
      await expect(field(page)).toBeFocused()
      await page.keyboard.type('One')
      await page.keyboard.press('Shift+Enter')
      await page.keyboard.type('Two')
      await page.keyboard.press('Enter')
      await expect(field(page)).toHaveValue('One\nTwo')
      gate.resolve()
      await expect(question(page)).toContainText('Two')
      await expect(field(page)).toHaveValue('')
    }
  )
})

test(
  'text typed during an answer stays, and Enter explains why it is not sent',
  { tag: '@all' },
  async ({ page }) => {
    await open(page)
    await field(page).fill('A long one [sandbox:delay=120000]')
    await field(page).press('Enter')
    await expect(stop(page)).toBeVisible()
    await field(page).fill('The next thought')
    await field(page).press('Enter')
    await expect(page.getByText(t('chat.composer.busy'))).toBeVisible()
    await expect(field(page)).toHaveValue('The next thought')
    await stop(page).press('Enter')
    await expect(page.getByText(t('chat.composer.busy'))).toHaveCount(0)
    await expect(field(page)).toBeFocused()
    await page.reload()
    await hydrated(page)
    await expect(field(page)).toHaveValue('The next thought')
  }
)

test(
  'chat settings are kept before the first question, sent with it and changed on the server afterwards',
  { tag: '@all' },
  async ({ page }) => {
    await open(page, DEEPSEEK)
    await field(page).fill('Not yet')
    await settings(page).click()
    await expect(dialog(page)).toBeVisible()
    await accessible(page)
    await fits(page)
    const model = dialog(page).getByRole('combobox')
    await expect(model).toHaveValue('deepseek-flash')
    await model.selectOption('deepseek-v4-pro')
    await expect(dialog(page)).toContainText(
      t('chat.settings.temperature_none').replace('{{model}}', 'DeepSeek V4 Pro')
    )
    await model.selectOption('deepseek-flash')
    await dialog(page)
      .getByRole('textbox', { name: t('chat.settings.preset'), exact: true })
      .fill('Answer like a sailor.')
    await dialog(page).getByLabel(t('chat.settings.temperature_own')).uncheck()
    await dialog(page).getByRole('slider').fill('0.3')
    await dialog(page)
      .getByRole('button', { name: t('chat.settings.save') })
      .click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(settings(page, 'changed')).toBeFocused()
    await expect(field(page)).toHaveValue('Not yet')
    await expect(question(page)).toHaveCount(0)
    await page.reload()
    await hydrated(page)
    await expect(settings(page, 'changed')).toBeVisible()

    const asked = page.waitForRequest(
      request =>
        request.url().endsWith('/aichat/conversations') &&
        request.postData()?.includes('question') === true
    )
    await ask(page, 'Tides [sandbox:tokens=9]')
    expect((await asked).postDataJSON()).toMatchObject({
      model: 'deepseek-flash',
      preset: 'Answer like a sailor.',
      temperature: 0.3
    })
    await page.reload()
    await hydrated(page)
    await settings(page, 'changed').click()
    await expect(dialog(page).getByRole('slider')).toHaveValue('0.3')
    await dialog(page).getByRole('textbox').fill('')
    await dialog(page).getByLabel(t('chat.settings.temperature_own')).check()
    await dialog(page)
      .getByRole('button', { name: t('chat.settings.save') })
      .click()
    await expect(settings(page)).toBeFocused()
    await page.reload()
    await hydrated(page)
    await expect(settings(page)).toBeVisible()
    await page.goto(DEEPSEEK)
    await hydrated(page)
    await expect(settings(page)).toBeVisible()
  }
)

test('a chat setting lets only Ctrl and Enter send', { tag: '@all' }, async ({ page }) => {
  await open(page)
  await settings(page).click()
  await dialog(page).getByLabel(t('chat.settings.enter.held')).check()
  await dialog(page)
    .getByRole('button', { name: t('chat.settings.save') })
    .click()
  await expect(dialog(page)).toHaveCount(0)
  await page.reload()
  await hydrated(page)
  await expect(field(page)).toHaveAttribute('enterkeyhint', 'enter')
  await field(page).fill('One')
  await field(page).press('End')
  await field(page).press('Enter')
  await page.keyboard.type('two')
  await expect(field(page)).toHaveValue('One\ntwo')
  await expect(question(page)).toHaveCount(0)
  await field(page).press('Control+Enter')
  await expect(question(page)).toContainText('two')
})
