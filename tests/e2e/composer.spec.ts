import { accessible, expect, fits, hydrated, test } from '../support/browser.ts'
import {
  answer,
  ask,
  bring,
  chooser,
  field,
  FILM,
  files,
  HOME,
  NOTES,
  open,
  picture,
  question,
  send,
  settings,
  t,
  UUID
} from '../support/composer.ts'
import { decoded, signUpHere } from '../support/tool.ts'

test(
  'files come by button, paste and drop; the question includes them, the model reads them, and they stay visible',
  { tag: '@both' },
  async ({ page }) => {
    await open(page)
    await chooser(page).setInputFiles([picture('boat.png')])
    await decoded(files(page).locator('img'), 1)
    await bring(field(page), 'paste', NOTES)
    await expect(files(page)).toHaveCount(2)

    const title = page.getByRole('heading', { level: 1 })
    await bring(title, 'dragover', picture('sea.png'))
    await expect(page.getByText(t('chat.attach.drop'))).toBeVisible()
    await bring(title, 'drop', picture('sea.png'))
    await expect(page.getByText(t('chat.attach.drop'))).toHaveCount(0)
    await decoded(files(page).locator('img'), 2)
    await accessible(page)
    await fits(page)

    await ask(page, 'What is on these?')
    await expect(files(page)).toHaveCount(0)
    await expect(answer(page)).toContainText('boat.png (320 × 240)')
    await expect(answer(page)).toContainText('notes.txt (12 B)')
    await decoded(question(page).locator('img'), 2)
    await expect(question(page).getByRole('link', { name: 'notes.txt' })).toBeVisible()
    await page.reload()
    await hydrated(page)
    await decoded(question(page).locator('img'), 2)
    await expect(files(page)).toHaveCount(0)
  }
)

test(
  'an unreadable file is refused with a reason, an upload is cancelled, and at most ten files fit',
  { tag: '@all' },
  async ({ page }) => {
    await open(page)
    await chooser(page).setInputFiles([FILM])
    await expect(files(page).getByRole('alert')).toHaveText(
      `film.mp4 ${t('chat.attach.wrong_kind')}`
    )
    await page
      .getByRole('button', { name: t('chat.attach.remove').replace('{{name}}', 'film.mp4') })
      .click()
    await expect(files(page)).toHaveCount(0)

    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/v1/files/', async route => {
      await promise
      await route.continue().catch(() => undefined)
    })
    await field(page).fill('Wait for it')
    await chooser(page).setInputFiles([NOTES, { ...NOTES, name: 'more.txt' }])
    await expect(files(page).getByRole('progressbar')).toHaveCount(2)
    const waiting = page.getByRole('button', { name: t('chat.attach.wait'), exact: true })
    await expect(waiting).toBeDisabled()
    await field(page).press('Enter')
    await expect(field(page)).toHaveValue('Wait for it')
    await page
      .getByRole('button', { name: t('chat.attach.cancel').replace('{{name}}', 'more.txt') })
      .click()
    await expect(files(page)).toHaveCount(1)
    resolve()
    await expect(files(page).getByRole('progressbar')).toHaveCount(0)
    await expect(send(page)).toBeEnabled()

    await chooser(page).setInputFiles(
      Array.from({ length: 11 }, (_, index) => ({ ...NOTES, name: `${index}.txt` }))
    )
    await expect(files(page)).toHaveCount(10)
    await expect(page.getByRole('alert').filter({ hasText: '10' })).toBeInViewport()
    await expect(send(page)).toBeEnabled()
  }
)

test('files and text survive a reload and a failed request', async ({ browser, studio }) => {
  // This test provokes refused requests, so it uses a context whose console errors are not checked.
  const context = await browser.newContext({ baseURL: studio.url })
  const page = await context.newPage()
  await open(page)
  await field(page).fill('See [sandbox:tokens=20]')
  await chooser(page).setInputFiles([NOTES])
  await expect(files(page)).toHaveCount(1)
  await expect(files(page).getByRole('progressbar')).toHaveCount(0)
  await page.reload()
  await hydrated(page)
  await expect(files(page)).toContainText('notes.txt')
  await expect(field(page)).toHaveValue('See [sandbox:tokens=20]')

  await page.route('**/aichat/conversations', route =>
    route.fulfill({ status: 500, json: { error: { code: 'busy', message: 'No.' } } })
  )
  await send(page).click()
  await expect(page.getByRole('article').getByRole('alert')).toBeVisible()
  await expect(files(page)).toContainText('notes.txt')
  await page.unroute('**/aichat/conversations')
  await send(page).click()
  await expect(page).toHaveURL(UUID)
  await expect(files(page)).toHaveCount(0)
  await expect(question(page)).toContainText('notes.txt')
  await context.close()
})

test(
  'a guest who adds a file signs in first and finds their text again',
  { tag: '@all' },
  async ({ page }) => {
    await page.goto(HOME)
    await hydrated(page)
    await field(page).fill('What is this?')
    await chooser(page).setInputFiles([NOTES])
    await page.waitForURL(/\/auth\/login\?/)
    await signUpHere(page)
    await page.waitForURL(url => url.pathname === HOME)
    await hydrated(page)
    await expect(field(page)).toHaveValue('What is this?')
  }
)

test(
  'a model that reads no files says so, keeps the files and blocks sending until they are removed',
  { tag: '@all' },
  async ({ page }) => {
    await open(page, '/deepseek/conversations')
    await expect(chooser(page)).toHaveCount(0)
    await field(page).fill('And this? [sandbox:tokens=5]')
    await expect(settings(page)).toBeVisible()
    // The pasted file needs a listener, which the code for the file buttons adds.
    await expect(page.locator('[data-drop=ready]')).toBeAttached()
    await bring(field(page), 'paste', NOTES)
    const says = t('chat.attach.none').replace('{{model}}', 'DeepSeek V4.1 Flash')
    await expect(page.getByRole('status').filter({ hasText: says })).toBeVisible()
    await expect(page.getByRole('button', { name: says, exact: true })).toBeDisabled()
    await expect(files(page)).toHaveCount(1)
    await page
      .getByRole('button', { name: t('chat.attach.remove').replace('{{name}}', 'notes.txt') })
      .click()
    await expect(send(page)).toBeEnabled()
  }
)
