import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright/test'
import { localizePath } from '#i18n/locale.ts'
import {
  accessible,
  expect,
  fits,
  hydrated,
  newAddress,
  PASSWORD,
  test
} from '../support/browser.ts'
import { PHONE_FIRST, wordsOf } from '../support/words.ts'

async function contentOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}

for (const [locale, tag] of PHONE_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)
    const home = localizePath('/chatgpt/conversations', locale)
    const question = 'Why are there **tides**?'

    /** Signs up a user with one open conversation. */
    async function begin(page: Page): Promise<void> {
      const made = await page.request.post('/api/auth/sign-up/email', {
        data: { email: newAddress(), password: PASSWORD }
      })
      expect(made.ok()).toBe(true)
      await page.goto(`/auth/begin?redirect=${home}`)
      await hydrated(page)
      await page.getByRole('textbox', { name: t('chat.composer.label') }).fill(question)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
      await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0, {
        timeout: 30_000
      })
      await show(page)
    }

    /** On a phone the list is in a drawer. */
    async function show(page: Page): Promise<void> {
      const open = page.getByRole('button', { name: t('chat.list.open') })
      if (await open.isVisible()) await open.click()
    }

    async function choose(page: Page, key: string): Promise<void> {
      const list = page.getByRole('navigation', { name: t('chat.list.title') })
      await list
        .getByRole('button', { name: t('chat.list.options', { title: question }), exact: true })
        .click()
      await page.getByRole('menuitem', { name: t(key) }).click()
    }

    test('a conversation is shared by a link that works without a script, and unshared', async ({
      page,
      browser,
      studio
    }) => {
      await begin(page)
      await choose(page, 'chat.share.menu')
      const dialog = page.getByRole('dialog', { name: t('chat.share.title') })
      await expect(dialog).toContainText(question)
      await dialog.getByRole('button', { name: t('chat.share.make') }).click()
      await expect(dialog.getByText(t('chat.share.made'))).toBeVisible()
      await dialog.getByText(t('chat.share.code')).click()
      await expect(dialog.getByRole('img', { name: t('chat.share.code') })).toBeVisible()
      await accessible(page)
      await fits(page)
      const shown = dialog.getByRole('textbox', { name: t('chat.share.link') })
      await shown.focus()
      await expect.poll(() => shown.evaluate(field => field.scrollLeft)).toBe(0)
      const link = await shown.inputValue()
      expect(new URL(link).origin).toBe(studio.url)

      const context = await browser.newContext({
        javaScriptEnabled: false,
        locale,
        extraHTTPHeaders: { 'accept-language': locale }
      })
      const reader = await context.newPage()
      const address = studio.url + localizePath(new URL(link).pathname, locale)
      const opened = await reader.goto(address)
      expect(opened?.headers()).toMatchObject({
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex'
      })
      await expect(reader.getByRole('heading', { level: 1, name: question })).toBeVisible()
      await expect(reader.getByRole('article', { name: t('chat.share.question') })).toContainText(
        question
      )
      await expect(reader.getByRole('article', { name: t('chat.share.answer') })).not.toBeEmpty()
      await expect(reader.getByRole('link', { name: t('chat.share.start') })).toHaveAttribute(
        'href',
        home
      )
      await expect(reader.getByRole('button')).toHaveCount(0)
      await expect(reader.locator('astro-island, script[src]')).toHaveCount(0)
      await fits(reader)

      await dialog.getByRole('button', { name: t('chat.share.end') }).click()
      await expect(dialog.getByText(t('chat.share.ended'))).toBeVisible()
      expect((await reader.goto(address))?.status()).toBe(404)
      await dialog.getByRole('button', { name: t('chat.share.make') }).click()
      await expect(dialog.getByText(t('chat.share.made'))).toBeVisible()
      expect(
        await dialog.getByRole('textbox', { name: t('chat.share.link') }).inputValue()
      ).not.toBe(link)
      await page.keyboard.press('Escape')
      await choose(page, 'chat.share.menu')
      await expect(dialog.getByRole('button', { name: t('chat.share.update') })).toBeVisible()
      await dialog.getByRole('button', { name: t('chat.share.update') }).click()
      await expect(dialog.getByText(t('chat.share.updated'))).toBeVisible()
      await context.close()
    })

    test(
      'an export is readable anywhere, and importing it gives the same conversation',
      { tag: '@all' },
      async ({ page }) => {
        await begin(page)
        const coming = page.waitForEvent('download')
        await choose(page, 'chat.export.markdown')
        const markdown = await coming
        expect(markdown.suggestedFilename()).toMatch(/^Why are there tides.*\.md$/)
        const text = await contentOf(markdown)
        expect(text).toContain(`## ${t('chat.turn.you')}`)
        expect(text).toContain(question)

        const next = page.waitForEvent('download')
        await choose(page, 'chat.export.json')
        const json = await contentOf(await next)
        expect(JSON.parse(json)).toMatchObject({
          polymuse: 1,
          title: question,
          messages: [{ content: question }, {}]
        })
        const answer =
          (JSON.parse(json) as { messages: { content: string }[] }).messages[1]?.content ?? ''
        const before = page.url()

        await page.getByRole('button', { name: t('chat.import.menu'), exact: true }).click()
        const dialog = page.getByRole('dialog', { name: t('chat.import.title') })
        await dialog.locator('input[type=file]').setInputFiles({
          name: 'x.json',
          mimeType: 'application/json',
          buffer: Buffer.from('{"a":1}')
        })
        await expect(dialog.getByRole('alert')).toContainText(t('chat.import.unknown'))
        await accessible(page)
        await dialog.locator('input[type=file]').setInputFiles({
          name: 'own.json',
          mimeType: 'application/json',
          buffer: Buffer.from(json)
        })
        await expect(dialog.getByRole('checkbox', { name: question })).toBeChecked()
        await fits(page)
        await dialog.getByRole('button', { name: t('chat.import.action') }).click()
        await expect(page).not.toHaveURL(before)
        await expect(page).toHaveURL(/chatgpt\/conversations\/[0-9a-f-]{36}$/)
        await hydrated(page)
        await show(page)
        const again = page.waitForEvent('download')
        await page.locator('[aria-current=page] + button').click()
        await page.getByRole('menuitem', { name: t('chat.export.json') }).click()
        const messages = (
          JSON.parse(await contentOf(await again)) as { messages: { content: string }[] }
        ).messages
        expect(messages.map(({ content }) => content)).toEqual([question, answer])
      }
    )
  })
}

test('the chosen conversations of a file are imported, and one that the server refuses is named', async ({
  browser,
  studio
}) => {
  const t = wordsOf('en')
  // The server refuses a request here, so use a context whose console errors are not checked.
  const context = await browser.newContext({ baseURL: studio.url })
  const page = await context.newPage()
  await page.request.post('/api/auth/sign-up/email', {
    data: { email: newAddress(), password: PASSWORD }
  })
  await page.goto('/auth/begin?redirect=/chatgpt/conversations')
  await hydrated(page)
  const open = page.getByRole('button', { name: t('chat.list.open') })
  if (await open.isVisible()) await open.click()
  await page.getByRole('button', { name: t('chat.import.menu'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('chat.import.title') })
  const one = (title: string, content: string): object => ({
    title,
    mapping: {
      a: {
        parent: null,
        message: { author: { role: 'user' }, content: { content_type: 'text', parts: [content] } }
      }
    }
  })
  const many = [one('Short', 'hello'), one('Long', 'x'.repeat(200_001)), one('Left out', 'bye')]
  const more = Array.from({ length: 52 }, (_, index) => one(`Number ${index}`, 'hello'))
  const put = (list: object[]): Promise<void> => {
    return dialog.locator('input[type=file]').setInputFiles({
      name: 'conversations.json',
      mimeType: '',
      buffer: Buffer.from(JSON.stringify(list))
    })
  }
  await put(more)
  await expect(dialog.getByText(t('chat.import.most', { most: 50, chosen: 50 }))).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'Number 51' })).toBeDisabled()
  await put(many)
  await dialog.getByRole('checkbox', { name: 'Left out' }).uncheck()
  await accessible(page)
  await dialog.getByRole('button', { name: t('chat.import.action') }).click()
  await expect(dialog.getByRole('status')).toContainText(t('chat.import.kept', { count: 1 }))
  await expect(dialog.getByRole('alert')).toContainText('Long')
  await dialog.getByRole('button', { name: t('chat.import.open') }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Short' })).toBeVisible()
  await context.close()
})
