import { BROWSER_STORAGE } from '#core/browser-storage.ts'
import { expect, hydrated, newAddress, PASSWORD, test } from '../support/browser.ts'
import { collectKeptEntries } from '../support/kept-entries.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const HOME = '/chatgpt/conversations'

/** Declared entries that this journey does not reach, and what sets them. */
const ELSEWHERE: Record<string, string> = {
  'cookie COLUMNS': 'a table with hidden columns',
  'cookie LEFT': 'one minute after signing out',
  'cookie MADE_*': 'two minutes after making a key',
  'cookie ORDER_RETURN': 'a payment',
  'cookie PLAYER': 'a song',
  'cookie RAIL': 'the button of the rail',
  'cookie SETUP': 'the setup link of a new deployment',
  'cookie SURFACE': 'an app that shows the studio in its own window',
  'cookie WELCOME': 'the first steps of an admin',
  'cookie polymuse.*': 'a second factor, a passkey, or a sign-in by another service',
  'localStorage polymuse:columns': 'a table with hidden columns',
  'localStorage polymuse:enter': 'a setting of the chat',
  'localStorage polymuse:guest': 'a question of a guest, where the site allows it',
  'localStorage polymuse:keys': 'a setting of the chat',
  'localStorage polymuse:player': 'a song',
  'localStorage polymuse:pressed': 'the first press in a page',
  'localStorage polymuse:push': 'an answer about messages of the browser',
  'localStorage polymuse:recent': 'the palette',
  'localStorage polymuse:selection': 'the choice of a plan',
  'localStorage polymuse:token': 'the first call of a page for its user',
  'sessionStorage place': 'a press on a language or theme',
  'sessionStorage playing': 'a song on the way to another page',
  'sessionStorage settings': 'saved settings of a site',
  'CacheStorage page *': 'a page that works without a network; offline.spec.ts',
  'CacheStorage files *': 'a page that works without a network; offline.spec.ts'
}

test(
  'a window keeps only what the page about cookies declares',
  { tag: ['@desktop', '@all'] },
  async ({ page }) => {
    const kept = { declared: new Set<string>(), unknown: new Set<string>() }
    const visit = async (path: string): Promise<void> => {
      await page.goto(path)
      await collectKeptEntries(page, kept)
    }
    await visit('/docs')
    expect([...kept.declared], 'a guest who reads keeps nothing').toEqual([])
    await visit('/flux?inviter_id=00000000-0000-4000-8000-000000000001')
    await visit('/preferences?theme=light&locale=en&currency=eur&redirect=/flux')
    await page.goto(`/auth/begin?redirect=${HOME}`)
    await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
    await collectKeptEntries(page, kept)
    await page.getByLabel(t('auth.field.email')).fill(newAddress())
    await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
    await page.waitForURL(`**${HOME}`)
    await hydrated(page)
    await page.getByLabel(t('chat.composer.label')).fill('A draft')
    await page.getByRole('button', { name: t('chat.composer.model') }).click()
    await page.getByRole('option', { name: 'GPT-6 Luna' }).click()
    await expect(page.getByRole('button', { name: t('chat.composer.model') })).toHaveText(/Luna/)
    await collectKeptEntries(page, kept)
    for (const path of ['/library', '/profile', '/console/usages', '/privacy/cookies'])
      await visit(path)
    expect([...kept.unknown]).toEqual([])
    const declared = BROWSER_STORAGE.map(({ place, name }) => `${place} ${name}`)
    const missing = declared.filter(entry => !kept.declared.has(entry) && !(entry in ELSEWHERE))
    expect(missing).toEqual([])
    for (const { name } of BROWSER_STORAGE)
      await expect(page.getByRole('cell', { name, exact: true }).first()).toBeVisible()
  }
)
