// The twelve journeys of the studio, at both sizes. Each begins at home, and reaches the place where
// the work is done in at most three clicks. Three of them are in `studio-compare.spec.ts`,
// `studio-explore.spec.ts` and `studio-push.spec.ts`.
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Locator, Page } from 'playwright/test'
import type { Project } from '#contract/project.ts'
import { expect, test } from '../support/browser.ts'
import { writeConversation } from '../support/conversations.ts'
import { keepsStill, signUpUser, walkFromHome } from '../support/from-home.ts'
import { withDatabase } from '../support/old-database.ts'
import { png } from '../support/site.ts'
import * as tool from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const DAY = 86_400_000
const HERON = 'A heron at dawn'

// Some of these journeys make real images and songs.
test.describe.configure({ timeout: 120_000 })

type Studio = Parameters<typeof withDatabase>[0]

const group = (page: Page, key: string): Locator => page.getByRole('group', { name: t(key) })
const button = (page: Page, key: string): Locator =>
  page.getByRole('button', { name: t(key), exact: true })

/** Makes an image of {@link HERON} some days ago. */
async function makeHeron(page: Page, store: Studio, days: number): Promise<void> {
  const ada = await signUpUser(page)
  await ada.generate('/flux/images', { prompt: HERON })
  await withDatabase(store, db =>
    db
      .updateTable('library_item')
      .set({ created_at: Date.now() - days * DAY })
      .where('user_id', '=', ada.id)
      .execute()
  )
}

/** Waits for the form of a tool, and opens all of it. */
async function atTool(page: Page, id: string): Promise<void> {
  await page.waitForURL(url => url.pathname === `/${id}`)
  await tool.hydrated(page)
  await keepsStill(page)
  await tool.showForm(page)
}

/** Waits until the image of a field shows. The form replaces it once it is uploaded. */
async function showsImage(page: Page, key: string): Promise<void> {
  const image = group(page, key).locator('img')
  const width = (): Promise<number> =>
    image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)
  await expect(image).toHaveCount(1)
  await expect.poll(width).toBeGreaterThan(0)
}

/** Puts an image of 300 by 200 pixels into a field. */
async function addImage(page: Page, key: string): Promise<void> {
  const boat = { name: 'boat.png', mimeType: 'image/png', buffer: await png(300, 200) }
  await group(page, key).locator('input[type=file]').first().setInputFiles(boat)
  await showsImage(page, key)
}

/** Uploads an image, and sends it from the library to a tool. */
async function sendImage(page: Page, id: string, name: string): Promise<void> {
  const ada = await signUpUser(page)
  await ada.upload('boat.png', 'image/png', await png(300, 200))
  const walk = await walkFromHome(page)
  await walk.openOwn(t('library.title'))
  await page.getByRole('link', { name: 'boat.png', exact: true }).hover()
  await walk.click(page.getByRole('link', { name: new RegExp(`^${t('library.send.title')}`) }))
  await walk.click(page.getByRole('link', { name: new RegExp(`^${name}`) }))
  await atTool(page, id)
}

test.describe('from home', { tag: '@each' }, () => {
  test('yesterday’s image is below its day in the library', async ({ page, studio }) => {
    await makeHeron(page, studio.store, 1)
    const walk = await walkFromHome(page)
    await walk.openOwn(t('library.title'))
    await expect(page.getByRole('heading', { name: 'Yesterday' })).toBeVisible()
    await walk.click(page.getByRole('link', { name: HERON, exact: true }))
    await tool.decoded(page.getByRole('dialog').locator('img'), 1)
    await keepsStill(page)
  })

  test('an image goes to a video model of choice', async ({ page }) => {
    await sendImage(page, 'kling', 'Kling')
    await showsImage(page, 'kling.field.start_image_url')
    await tool.prompt(page).fill('The boat leaves')
    await tool.generate(page).click()
    await expect((await tool.ended(page, 1)).locator('video')).toBeVisible()
  })

  test(
    'an image goes to an image model, whose form opens on an edit of it',
    { tag: '@all' },
    async ({ page }) => {
      await sendImage(page, 'flux', 'Flux')
      await showsImage(page, 'flux.field.image_url')
      await tool.prompt(page).fill('The boat in winter')
      await tool.generate(page).click()
      await tool.decoded((await tool.ended(page, 1)).locator('figure img'), 1)
    }
  )

  test('an object is painted over and erased', async ({ page }) => {
    await signUpUser(page)
    const walk = await walkFromHome(page)
    await walk.openTool('image', t('erase.title'))
    await atTool(page, 'erase')
    await addImage(page, 'erase.field.image_url')
    await tool.paintMask(page)
    await showsImage(page, 'erase.field.mask_url')
    await tool.generate(page).click()
    await tool.decoded((await tool.ended(page, 1)).locator('figure img'), 1)
  })

  test('an image is expanded to another ratio', async ({ page }) => {
    await signUpUser(page)
    const walk = await walkFromHome(page)
    await walk.openTool('image', t('outpaint.title'))
    await atTool(page, 'outpaint')
    await addImage(page, 'outpaint.field.image_url')
    await tool.settings(page).getByText('1:1', { exact: true }).click()
    await tool.generate(page).click()
    const image = (await tool.ended(page, 1)).locator('figure img')
    await tool.decoded(image, 1)
    const [width, height] = await image.evaluate((shown: HTMLImageElement) => [
      shown.naturalWidth,
      shown.naturalHeight
    ])
    expect(width).toBe(height)
  })

  test(
    'an extended song is grouped by its parts, and one press makes the whole song',
    { tag: '@all' },
    async ({ page }) => {
      await signUpUser(page)
      const walk = await walkFromHome(page)
      await walk.openTool('audio', 'Suno')
      await atTool(page, 'suno')
      await tool.prompt(page).fill('A slow waltz for strings')
      await tool.generate(page).click()
      const first = await tool.ended(page, 1)
      await tool.continueWith(first, t('field.follow.extend'), tool.earlierResult(page))
      await tool.generate(page).click()
      const second = await tool.ended(page, 2)
      const part = (number: number): string => t('field.song.part', { number })
      await expect(second.getByRole('heading', { level: 3 }).first()).toContainText(part(2))
      await expect(
        tool.cards(page).nth(1).getByRole('heading', { level: 3 }).first()
      ).toContainText(part(1))
      await tool.pressFollowUp(second, t('suno.follow.concat'))
      const whole = await tool.ended(page, 3)
      await expect(whole.getByRole('button', { name: /^Play/ })).toHaveCount(1)
    }
  )

  test(
    'fifty files are chosen at once and come as one zip, each by a name of its own',
    { tag: '@all' },
    async ({ page }) => {
      const ada = await signUpUser(page)
      const notes = Array.from({ length: 49 }, (_, at) => Buffer.from(`Note ${at}`))
      for (let at = 0; at < notes.length; at += 7)
        await Promise.all(
          notes.slice(at, at + 7).map(note => ada.upload('note.txt', 'text/plain', note))
        )
      await ada.generate('/flux/images', { prompt: HERON })
      const walk = await walkFromHome(page)
      await walk.openOwn(t('library.title'))
      // The button works once the scripts of the page have run.
      await page.waitForLoadState()
      await page.getByRole('checkbox').first().check()
      await button(page, 'library.all').click()
      await expect(page.getByText(t('library.chosen', { number: 50 }))).toBeVisible()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'field.card.download').click()
      ])
      expect(download.suggestedFilename()).toMatch(/^library-\d{4}-\d\d-\d\d\.zip$/)
      const names = Object.keys(unzipSync(await readFile(await download.path()))).toSorted()
      expect(names).toHaveLength(50)
      expect(names.filter(name => /^note( \(\d+\))?\.txt$/.test(name))).toHaveLength(49)
      expect(names[0]).toMatch(/^A heron at dawn\.\w+$/)
      await keepsStill(page)
    }
  )

  test('a project is carried on', async ({ page, studio }) => {
    const ada = await signUpUser(page)
    const north = await ada.post<Project>('/library/projects', { name: 'North' })
    const chat = await withDatabase(studio.store, db =>
      writeConversation(db, ada.id, { title: 'Lighthouses' })
    )
    await ada.post('/library/move', { project_id: north.id, chats: [chat] })
    const walk = await walkFromHome(page)
    await walk.openOwn(t('project.title'))
    await walk.click(page.getByRole('link', { name: 'North' }))
    await page.getByRole('link', { name: 'Lighthouses' }).click()
    await tool.hydrated(page)
    const composer = page.getByRole('textbox', { name: t('chat.composer.label') })
    await composer.fill('Which is the tallest? [sandbox:tokens=5]')
    await composer.press('Enter')
    await expect(page.getByRole('article', { name: t('chat.turn.answer') })).toHaveCount(1)
  })

  test('ten prompts are one press, and their price shows before', async ({ page }) => {
    await signUpUser(page)
    const walk = await walkFromHome(page)
    await walk.openTool('image', 'Flux')
    await atTool(page, 'flux')
    const colours = [
      'red',
      'blue',
      'green',
      'black',
      'white',
      'grey',
      'pink',
      'gold',
      'teal',
      'tan'
    ]
    await tool.prompt(page).fill(`A {${colours.join('|')}} boat [sandbox:fail=timeout]`)
    await tool.generate(page).click()
    const dialog = page.getByRole('dialog', { name: t('field.batch.title') })
    await expect(dialog).toContainText(t('field.batch.count', { count: 10 }))
    await expect(dialog).toContainText(/\d credits/)
    await expect(tool.cards(page)).toHaveCount(0)
    await dialog.getByRole('button', { name: t('field.batch.all') }).click()
    await expect(tool.cards(page)).toHaveCount(10)
    for (const colour of colours)
      await expect(tool.cards(page).filter({ hasText: `A ${colour} boat` })).toHaveCount(1)

    const lines = ['A hill [sandbox:fail=timeout]', 'A lake [sandbox:fail=timeout]']
    await tool.prompt(page).fill(lines.join('\n'))
    await page.getByRole('button', { name: t('field.batch.lines') }).click()
    await expect(dialog).toContainText(t('field.batch.count', { count: 2 }))
    await dialog.getByRole('button', { name: t('field.batch.all') }).click()
    await expect(tool.cards(page)).toHaveCount(12)
  })

  test('the palette finds a result of last month', async ({ page, studio }) => {
    await makeHeron(page, studio.store, 31)
    const walk = await walkFromHome(page)
    if (walk.isPhone) await walk.openProfile()
    await walk.click(
      page.getByRole('button', { name: t('common.palette.open') }).and(page.locator(':visible'))
    )
    await page.getByRole('combobox', { name: t('common.palette.hint') }).fill('heron')
    await walk.click(page.getByRole('option', { name: HERON }))
    await tool.decoded(page.getByRole('article').locator('figure img'), 1)
  })
})
