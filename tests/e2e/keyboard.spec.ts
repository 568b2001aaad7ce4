import { expect, hydrated, newAddress, PASSWORD, test } from '../support/browser.ts'
import { answer, field, HOME, picture, question, stop, t, UUID } from '../support/composer.ts'
import { press, tabTo, walk, write } from '../support/keyboard.ts'

// No test in this file uses a mouse: none calls `click` or `focus`.

test.describe('signing out', () => {
  // Until the next page arrives, the old page may still send requests with the ended session.
  test.use({ expected: /status of 401/ })

  test('a new user skips the frame, signs up, and signs out', { tag: '@all' }, async ({ page }) => {
    await page.goto('/docs')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: t('common.frame.skip') })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
    await page.goto(HOME)
    await expect(field(page)).toBeFocused()
    await press(
      page,
      page.getByRole('main').getByRole('link', { name: t('auth.signUp.tab'), exact: true })
    )
    await write(page, page.getByLabel(t('auth.field.email')), newAddress())
    await write(page, page.getByLabel(t('auth.field.password'), { exact: true }), PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(HOME)
    await hydrated(page)
    const me = page.locator('.rail button[popovertarget=person]')
    await press(page, me)
    await expect(page.getByRole('navigation', { name: t('common.frame.you') })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(me).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('link', { name: t('common.action.signOut') }))
    await expect(page).toHaveURL(/sign-out|login|conversations/)
  })
})

test('a question is asked, stopped, edited and answered again, and its versions are browsed', async ({
  page
}) => {
  await page.request.post('/api/auth/sign-up/email', {
    data: { email: newAddress(), password: PASSWORD }
  })
  await page.goto(`/auth/begin?redirect=${HOME}`)
  await hydrated(page)
  const tool = (key: string) => page.getByRole('button', { name: t(key), exact: true }).last()
  const ended = () => expect(stop(page)).toHaveCount(0, { timeout: 20_000 })
  await press(page, page.getByRole('link', { name: t('chat.prompt.plan') }))
  await expect(field(page)).toBeFocused()
  await write(page, field(page), 'Tell me of tides [sandbox:delay=60000]')
  await page.keyboard.press('Enter')
  await press(page, stop(page))
  await expect(field(page)).toBeFocused()
  await ended()
  await expect(page).toHaveURL(UUID)

  await press(page, tool('chat.edit.action'), 'Enter', 'Shift+Tab')
  const editor = page.getByRole('textbox', { name: t('chat.edit.label') })
  await expect(editor).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tool('chat.edit.action')).toBeFocused()
  await page.keyboard.press('Enter')
  await write(page, editor, 'Tell me of storms [sandbox:tokens=30]')
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('storms')
  await ended()
  await press(page, tool('chat.turn.regenerate'), 'Enter', 'Shift+Tab')
  await expect(
    page.getByText(t('chat.turn.version', { at: 2, of: 2 }), { exact: true }).last()
  ).toBeAttached()
  await ended()
  await press(page, tool('chat.turn.older'), 'Enter', 'Shift+Tab')
  await expect(
    page.getByText(t('chat.turn.version', { at: 1, of: 2 }), { exact: true }).last()
  ).toBeAttached()
  await expect(tool('chat.turn.older')).toBeFocused()
  const copy = answer(page).getByRole('button', { name: t('chat.turn.copy'), exact: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page, copy, 'Enter', 'Shift+Tab')
  await expect(
    answer(page)
      .getByRole('status')
      .filter({ hasText: t('chat.turn.copied') })
  ).toBeAttached()
})

test(
  'the list of conversations is searched; a conversation is renamed, deleted and restored',
  { tag: '@all' },
  async ({ page }) => {
    await page.request.post('/api/auth/sign-up/email', {
      data: { email: newAddress(), password: PASSWORD }
    })
    await page.goto(`/auth/begin?redirect=${HOME}`)
    for (const title of ['Zebras', 'Storms']) {
      await page.goto(HOME)
      await hydrated(page)
      await write(page, field(page), title)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(UUID)
      await expect(stop(page)).toHaveCount(0, { timeout: 20_000 })
    }
    const list = page.getByRole('navigation', { name: t('chat.list.title') })
    const options = (title: string) =>
      list.getByRole('button', { name: t('chat.list.options', { title }), exact: true })
    const item = (key: string) => page.getByRole('menuitem', { name: t(key) })
    await write(page, list.getByRole('searchbox'), 'zebra')
    await expect(list.getByRole('status')).toHaveText(t('chat.found.count', { count: 1 }))
    await page.keyboard.press('Escape')
    await expect(list.getByRole('status')).toHaveText('')

    await press(page, options('Zebras'))
    await expect(item('chat.list.rename')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: t('chat.rename.label') })).toBeFocused()
    await staysInside(page)
    await page.keyboard.press('Escape')
    await expect(options('Zebras')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(item('chat.list.rename')).toBeFocused()
    await page.keyboard.press('Enter')
    await write(page, page.getByRole('textbox', { name: t('chat.rename.label') }), 'Ebb')
    await page.keyboard.press('Enter')
    await expect(options('Ebb')).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(item('chat.list.rename')).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(options('Ebb')).toHaveCount(0)
    await press(page, page.getByRole('button', { name: t('chat.undo.action') }))
    await expect(list.getByRole('link', { name: 'Ebb', exact: true })).toBeFocused()
    await press(page, list.getByRole('link', { name: 'Storms', exact: true }), 'Enter', 'Shift+Tab')
    await expect(page).toHaveTitle('Storms · Polymuse')
    await walk(page)
  }
)

/** Expects Tab to move the focus through the dialog without leaving it. */
async function staysInside(page: Parameters<typeof walk>[0]): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab')
    expect(
      await dialog.evaluate(
        element =>
          element.contains(document.activeElement) || document.activeElement === document.body
      )
    ).toBe(true)
  }
}

test(
  'images of a conversation are viewed, and settings opened and closed',
  { tag: '@all' },
  async ({ page }) => {
    await page.request.post('/api/auth/sign-up/email', {
      data: { email: newAddress(), password: PASSWORD }
    })
    await page.goto(`/auth/begin?redirect=${HOME}`)
    await hydrated(page)
    const settings = page.getByRole('button', { name: t('chat.settings.open'), exact: true })
    await press(page, settings)
    const dialog = page.getByRole('dialog', { name: t('chat.settings.title') })
    await expect(dialog).toBeVisible()
    await staysInside(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(settings).toBeFocused()
    const chosen = page.waitForEvent('filechooser')
    await press(page, page.getByLabel(t('chat.attach.add')), 'Space', 'Shift+Tab')
    await (await chosen).setFiles([picture('boat.png'), picture('sea.png')])
    await expect(
      page.getByRole('list', { name: t('chat.attach.list') }).locator('img')
    ).toHaveCount(2)
    await write(page, field(page), 'What is on these?')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(UUID)
    await expect(stop(page)).toHaveCount(0, { timeout: 20_000 })
    const first = question(page).locator('a[data-picture]').first()
    await press(page, first, 'Enter', 'Shift+Tab')
    const box = page.getByRole('dialog', { name: t('chat.picture.title', { number: 1, count: 2 }) })
    await expect(box).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(
      page.getByRole('dialog', { name: t('chat.picture.title', { number: 2, count: 2 }) })
    ).toBeVisible()
    await staysInside(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(first).toBeFocused()
    await tabTo(page, field(page))
  }
)
