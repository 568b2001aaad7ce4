import type { Page } from 'playwright/test'
import type { Credential } from '#contract/credential.ts'
import { expect, test } from '../support/browser.ts'
import { join, openPlan, platform } from '../support/buyer.ts'
import { picture } from '../support/composer.ts'
import { press, tabTo, write } from '../support/keyboard.ts'
import { cards, decoded, ended, generate, hydrated, prompt, settings } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

/** Adds an image by its field's button. */
async function add(page: Page, field: string): Promise<void> {
  const group = page.getByRole('group', { name: t(field) })
  const chosen = page.waitForEvent('filechooser')
  await press(page, group.locator('input[type=file]'), 'Space')
  await (await chosen).setFiles(picture('boat.png'))
  await decoded(group.locator('img'), 1)
}

test(
  'portraits, a code and a video start from their forms, and a video is cancelled',
  { tag: '@all' },
  async ({ page, studio }) => {
    await join(page.context().request, studio.url)
    await page.goto('/headshots')
    await hydrated(page)
    await add(page, 'headshots.field.image_urls')
    const template = page.getByRole('group', { name: t('headshots.field.template'), exact: true })
    await press(page, generate(page))
    await expect(template.locator('#field-template')).toBeFocused()
    await expect(template.getByRole('alert')).toHaveText(
      t('field.issue.choice_required', { name: t('headshots.field.template') })
    )
    const shown = (name: string) =>
      template.getByRole('radio', { name: t(`headshots.option.template.${name}`), exact: true })
    await press(page, shown('male_portrait'), 'Space')
    await page.keyboard.press('ArrowRight')
    await expect(shown('male_portrait2')).toBeChecked()
    await press(page, generate(page))
    await expect(cards(page)).toHaveCount(1)
    await expect(generate(page)).toBeFocused()

    await page.goto('/qrart')
    await hydrated(page)
    await tabTo(
      page,
      settings(page).getByRole('radio', { name: t('qrart.option.type.text'), includeHidden: true })
    )
    await page.keyboard.press('ArrowRight')
    await expect(
      settings(page).getByRole('radio', { name: t('qrart.option.type.link'), includeHidden: true })
    ).toBeChecked()
    await write(page, prompt(page), 'A garden in spring')
    await write(
      page,
      page.getByRole('textbox', { name: t('qrart.field.content'), exact: true }),
      'https://studio.example/menu'
    )
    await press(page, generate(page))
    await decoded((await ended(page, 1)).locator('figure img'), 1)

    await page.goto('/kling')
    await hydrated(page)
    const frame = page.getByRole('group', { name: t('kling.field.start_image_url') })
    const begun = page.waitForEvent('filechooser')
    // Hold the upload, so that it can be cancelled while it runs.
    await page.route('**/api/v1/files/', () => undefined)
    await press(page, frame.locator('input[type=file]'), 'Space')
    await (await begun).setFiles(picture('sea.png'))
    await press(
      page,
      frame.getByRole('button', { name: t('field.file.cancel', { name: 'sea.png' }) })
    )
    await expect(frame.locator('input[type=file]')).toBeFocused()
    await page.unroute('**/api/v1/files/')
    await add(page, 'kling.field.start_image_url')
    await write(page, prompt(page), 'The boat leaves [sandbox:delay=60000]')
    await page.keyboard.press('Control+Enter')
    const card = cards(page).first()
    await press(page, card.getByRole('button', { name: t('field.card.cancel'), exact: true }))
    await expect(card.getByText(t('field.state.cancelled'))).toBeVisible()
    await expect(
      card.getByRole('button', { name: t('field.card.delete'), exact: true })
    ).toBeFocused()
  }
)

test(
  'a song is generated in its tab, played and muted, and the player is closed',
  { tag: '@all' },
  async ({ page, studio }) => {
    await join(page.context().request, studio.url)
    await page.goto('/suno')
    await hydrated(page)
    const tab = (verb: string) =>
      page.getByRole('button', { name: t(`suno.action.${verb}`), exact: true })
    await press(page, tab('lyrics'), 'Space')
    await expect(tab('lyrics')).toBeFocused()
    await expect(tab('lyrics')).toHaveAttribute('aria-pressed', 'true')
    await press(page, tab('audios'), 'Enter', 'Shift+Tab')
    await expect(tab('audios')).toHaveAttribute('aria-pressed', 'true')
    await write(page, prompt(page), 'A slow waltz for strings')
    await page.keyboard.press('Control+Enter')
    const card = await ended(page, 1)
    const play = card.getByRole('button', { name: /^(Play|Pause)/ }).first()
    await press(page, play, 'Space')
    const bar = page.getByRole('region', { name: t('player.title') })
    const volume = bar.getByRole('slider', { name: t('player.volume') })
    await tabTo(page, volume)
    await page.keyboard.press('Home')
    await expect(volume).toHaveValue('0')
    await tabTo(page, bar.getByRole('slider', { name: t('player.seek') }), 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await press(page, bar.getByRole('button', { name: t('player.close') }))
    await expect(bar).toHaveCount(0)
    await expect(play).toBeFocused()

    await press(
      page,
      card.getByRole('button', { name: t('field.follow.extend'), exact: true }).first()
    )
    const earlier = settings(page).getByRole('button', {
      name: t('field.earlier.remove'),
      exact: true
    })
    await press(page, earlier, 'Enter', 'Shift+Tab')
    await expect(earlier).toHaveCount(0)
    await expect(settings(page).locator(':focus')).toHaveCount(1)
  }
)

test(
  'results are browsed in the history, used again, and deleted to the last',
  { tag: '@all' },
  async ({ page, studio }) => {
    const { request } = page.context()
    const token = await join(request, studio.url)
    const plan = await openPlan(request, token)
    const key = await platform<Credential>(request, token, 'credentials/', {
      application_id: plan.id,
      name: 'Own'
    })
    const headers = { authorization: `Bearer ${key.token}` }
    const make = async (path: string, data: object): Promise<void> => {
      const made = await request.post(path, { data, headers })
      expect(made.ok(), await made.text()).toBe(true)
    }
    await make('/nano-banana/images', {
      prompt: 'Sea [sandbox:delay=3000]',
      action: 'generate',
      async: true
    })
    await page.goto('/qrart')
    await hydrated(page)
    const dock = page.getByRole('region', { name: t('field.dock.title') })
    await expect(dock.getByText(t('field.dock.ready'))).toBeVisible({ timeout: 20_000 })
    await press(page, dock.getByRole('button', { name: t('field.dock.close') }))
    await expect(dock).toHaveCount(0)
    await expect(page.locator('main')).toBeFocused()

    for (const each of ['Hills', 'Boats'])
      await make('/flux/images', { prompt: each, model: 'flux-schnell' })
    await page.goto('/flux/history')
    await hydrated(page)
    const card = (name: string) => page.getByRole('article', { name, exact: true })
    const del = (name: string) =>
      card(name).getByRole('button', { name: t('field.card.delete'), exact: true })
    const link = card('Boats').locator('figure a').first()
    await press(page, link)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(link).toBeFocused()
    await press(page, del('Boats'))
    await press(
      page,
      card('Boats').getByRole('button', { name: t('field.card.delete_yes') }),
      'Enter',
      'Shift+Tab'
    )
    await expect(cards(page)).toHaveCount(1)
    await expect(card('Hills').locator(':focus')).toHaveCount(1)
    await press(page, card('Hills').getByRole('button', { name: t('field.card.again') }))
    await expect(page).toHaveURL(/\/flux$/)
    await hydrated(page)
    await expect(prompt(page)).toHaveValue('Hills')
    await page.goto('/flux/history')
    await hydrated(page)
    await press(page, del('Hills'))
    await press(
      page,
      card('Hills').getByRole('button', { name: t('field.card.delete_yes') }),
      'Enter',
      'Shift+Tab'
    )
    await expect(cards(page)).toHaveCount(0)
    await expect(page.locator('main')).toBeFocused()
  }
)
