import type { Page } from 'playwright/test'
import { expect, hydrated, test } from '../support/browser.ts'
import {
  answer,
  chooser,
  field,
  files,
  HOME,
  open,
  picture,
  send,
  stop,
  t,
  UUID
} from '../support/composer.ts'
import { writeConversation } from '../support/conversations.ts'
import { press, tabTo, write } from '../support/keyboard.ts'
import { withDatabase } from '../support/old-database.ts'

const ended = (page: Page) => expect(stop(page)).toHaveCount(0, { timeout: 20_000 })
const remove = (page: Page, name: string) =>
  page.getByRole('button', { name: t('chat.attach.remove', { name }), exact: true })

test(
  'files are added and removed, a model is chosen, and the send button returns the focus to the composer',
  { tag: '@all' },
  async ({ page }) => {
    await open(page)
    const chosen = page.waitForEvent('filechooser')
    await press(page, chooser(page), 'Space')
    await (await chosen).setFiles([picture('boat.png'), picture('sea.png')])
    await expect(files(page).locator('img')).toHaveCount(2)
    await press(page, remove(page, 'boat.png'), 'Enter', 'Shift+Tab')
    await expect(remove(page, 'sea.png')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(files(page)).toHaveCount(0)
    await expect(field(page)).toBeFocused()

    const model = page.getByRole('button', { name: t('chat.composer.model') })
    const before = await model.innerText()
    await press(page, model, 'Enter')
    await expect(page.getByRole('combobox', { name: t('chat.models.search') })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(model).not.toHaveText(before)
    await expect(model).toBeFocused()
    await write(page, field(page), 'Tell me of tides [sandbox:tokens=9]')
    await press(page, send(page))
    await expect(page).toHaveURL(UUID)
    await expect(field(page)).toBeFocused()
    await ended(page)
    await expect(answer(page)).toContainText(/\w/)
    await expect(field(page)).toBeFocused()
  }
)

test(
  'a conversation is pinned and shared by link, unshared; others are imported, opened and deleted',
  { tag: '@all' },
  async ({ page }) => {
    await open(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await write(page, field(page), 'Tides')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(UUID)
    await ended(page)
    const list = page.getByRole('navigation', { name: t('chat.list.title') })
    const options = (title: string) =>
      list.getByRole('button', { name: t('chat.list.options', { title }), exact: true })
    /** Opens a conversation's menu and moves down to the item with this name. */
    const choose = async (title: string, name: string): Promise<void> => {
      await press(page, options(title))
      await expect(page.getByRole('menuitem', { name: t('chat.list.rename') })).toBeFocused()
      const names = await page.getByRole('menuitem').allTextContents()
      for (const each of names.slice(1, names.indexOf(name) + 1)) {
        await page.keyboard.press('ArrowDown')
        await expect(page.getByRole('menuitem', { name: each, exact: true })).toBeFocused()
      }
      await page.keyboard.press('Enter')
    }
    await choose('Tides', t('chat.list.pin'))
    await expect(
      list.getByRole('region', { name: t('chat.list.pinned') }).getByRole('link')
    ).toHaveText(['Tides'])
    await expect(options('Tides')).toBeFocused()

    await choose('Tides', t('chat.share.menu'))
    const dialog = page.getByRole('dialog', { name: t('chat.share.title') })
    const make = dialog.getByRole('button', { name: t('chat.share.make') })
    await press(page, make)
    const link = dialog.getByRole('textbox', { name: t('chat.share.link') })
    await expect(dialog.getByRole('button', { name: t('chat.share.copy') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(
      dialog.getByRole('status').filter({ hasText: t('chat.turn.copied') })
    ).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
    await press(page, dialog.getByRole('button', { name: t('chat.share.end') }))
    await expect(make).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(options('Tides')).toBeFocused()

    const put = page.getByRole('button', { name: t('chat.import.menu'), exact: true }).first()
    const taking = page.getByRole('dialog', { name: t('chat.import.title') })
    await press(page, put)
    await expect(taking).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(put).toBeFocused()
    await page.keyboard.press('Enter')
    const chosen = page.waitForEvent('filechooser')
    await press(page, taking.locator('input[type=file]'), 'Space')
    await (
      await chosen
    ).setFiles({
      name: 'conversations.json',
      mimeType: 'application/json',
      buffer: conversation('Storms', 'Of storms')
    })
    await expect(taking.getByRole('checkbox', { name: 'Storms' })).toBeChecked()
    await press(page, taking.getByRole('button', { name: t('chat.import.action') }))
    await expect(page).toHaveTitle(/^Storms/)
    await hydrated(page)

    await press(page, list.getByRole('link', { name: 'Tides', exact: true }))
    await expect(page).toHaveTitle('Tides · Polymuse')
    await expect(field(page)).toBeFocused()
    await choose('Tides', t('chat.list.delete'))
    await expect(page).toHaveURL(HOME)
    await expect(page).toHaveTitle(`${t('chat.page.title', { group: 'ChatGPT' })} · Polymuse`)
    await expect(field(page)).toBeFocused()
    const notice = page.getByRole('button', { name: t('chat.undo.close') })
    await press(page, notice)
    await expect(notice).toHaveCount(0)
    await expect(page.locator('main :focus')).toHaveCount(1)
  }
)

test(
  'older conversations load below the existing ones',
  { tag: '@all' },
  async ({ page, studio }) => {
    await open(page)
    await withDatabase(studio.store, async db => {
      const { id } = await db
        .selectFrom('user')
        .select('id')
        .orderBy('createdAt', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      for (let at = 1; at <= 41; at++) await writeConversation(db, id, { title: `Tide ${at}`, at })
    })
    await page.reload()
    await hydrated(page)
    const list = page.getByRole('navigation', { name: t('chat.list.title') })
    const link = (title: string) => list.getByRole('link', { name: title, exact: true })
    await press(page, list.getByRole('button', { name: t('chat.list.more') }), 'Enter', 'Shift+Tab')
    await expect(link('Tide 2')).toBeFocused()
    await tabTo(page, link('Tide 1'))
  }
)

/** Builds a file as ChatGPT exports it, with one question. */
function conversation(title: string, content: string): Buffer {
  const message = { author: { role: 'user' }, content: { content_type: 'text', parts: [content] } }
  return Buffer.from(JSON.stringify([{ title, mapping: { a: { parent: null, message } } }]))
}
