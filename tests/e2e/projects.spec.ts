import {
  accessible,
  expect,
  fits,
  hydrated,
  newAddress,
  PASSWORD,
  test
} from '../support/browser.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const HOME = '/chatgpt/conversations'

test(
  'a chat and results are moved to projects, and leave them',
  { tag: '@phone' },
  async ({ page }) => {
    await page.request.post('/api/auth/sign-up/email', {
      data: { email: newAddress(), password: PASSWORD }
    })
    await page.goto('/auth/begin?redirect=/')
    await page.waitForURL(new RegExp(`${HOME}$`))
    await hydrated(page)
    const composer = page.getByRole('textbox', { name: t('chat.composer.label') })
    await composer.fill('Lighthouses of the north')
    await composer.press('Enter')
    await page.waitForURL(/\/chatgpt\/conversations\/.+/)
    const chat = new URL(page.url()).pathname

    await page.goto(`/projects/move?chat=${chat.split('/').at(-1)}`)
    await page.getByLabel(t('project.new')).fill('North')
    await page.getByRole('button', { name: t('project.move.create') }).click()
    await expect(page.getByRole('heading', { name: 'North' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Lighthouses' })).toHaveAttribute('href', chat)
    await fits(page)
    await accessible(page)

    const { access_token: token } = (await (
      await page.request.post('/auth/session', { data: {} })
    ).json()) as { access_token: string }
    await page.request.post('/api/v1/files', {
      headers: { authorization: `Bearer ${token}` },
      multipart: {
        file: { name: 'fjord.txt', mimeType: 'text/plain', buffer: Buffer.from('cold') }
      }
    })
    await page.goto('/library')
    await page.getByRole('checkbox', { name: t('library.select', { name: 'fjord.txt' }) }).check()
    await page.getByRole('button', { name: t('project.move.action') }).click()
    const dialog = page.getByRole('dialog', { name: t('project.move.title') })
    await dialog.getByLabel(t('project.move.to')).selectOption({ label: 'North' })
    await expect(dialog.getByLabel(t('project.field.name'))).toBeHidden()
    await accessible(page)
    await dialog.getByRole('button', { name: t('project.move.action') }).click()
    await expect(page.getByRole('status').filter({ hasText: t('project.done.move') })).toBeVisible()

    await page.goto('/projects')
    await page.getByRole('link', { name: 'North' }).click()
    await expect(page.getByRole('link', { name: 'fjord.txt' })).toBeVisible()
    await page
      .getByRole('button', { name: t('project.chats.leave', { name: 'Lighthouses of the north' }) })
      .click()
    await expect(page.getByText(t('project.chats.none'))).toBeVisible()
    await page.getByRole('link', { name: t('project.chats.add') }).click()
    await page.getByRole('checkbox', { name: 'Lighthouses' }).check()
    await page.getByRole('button', { name: t('project.chats.submit') }).click()
    await expect(page.getByRole('link', { name: 'Lighthouses' })).toBeVisible()
  }
)

test('the menu of a chat leads to the choice of a project', { tag: '@all' }, async ({ page }) => {
  await page.request.post('/api/auth/sign-up/email', {
    data: { email: newAddress(), password: PASSWORD }
  })
  await page.goto('/auth/begin?redirect=/')
  await page.waitForURL(new RegExp(`${HOME}$`))
  await hydrated(page)
  const composer = page.getByRole('textbox', { name: t('chat.composer.label') })
  await composer.fill('Rivers')
  await composer.press('Enter')
  await page.waitForURL(/\/chatgpt\/conversations\/.+/)
  // On a phone the list is in a drawer.
  const drawer = page.getByRole('button', { name: t('chat.list.open') })
  if (await drawer.isVisible()) await drawer.click()
  await page.getByRole('button', { name: t('chat.list.options', { title: 'Rivers' }) }).click()
  await page.getByRole('menuitem', { name: t('chat.list.project') }).click()
  await expect(page).toHaveURL(/\/projects\/move\?chat=[\w-]{36}$/)
  await page.getByRole('button', { name: t('project.move.none') }).click()
  await expect(page).toHaveURL(/\/chatgpt\/conversations\/[\w-]{36}$/)
})
