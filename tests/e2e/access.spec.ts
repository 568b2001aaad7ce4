import { writeLetter } from '#servers/lib/mail/letter.ts'
import { ordered, pressable } from '../support/access.ts'
import { addressIn } from '../support/access-world.ts'
import { accessible, expect, fits } from '../support/browser.ts'
import { walk } from '../support/keyboard.ts'
import { SCENES } from '../support/states/index.ts'
import { test } from '../support/states/lived.ts'
import { mailsIn } from '../support/states/mails.ts'
import { enter } from '../support/states/step.ts'
import { wordsOf } from '../support/words.ts'

/** As it is looked at: in both colours, and from both sides. */
const LOOKS = [
  ['en', 'dark'],
  ['ar', 'light']
] as const

/** Pages that anybody reads, and pages of somebody's own. */
const PAGES = [
  ['guest', '/chatgpt/conversations'],
  ['guest', '/flux'],
  ['guest', '/suno'],
  ['guest', '/docs'],
  ['guest', '/docs/chat'],
  ['guest', '/docs/openai'],
  ['guest', '/docs/services/kling'],
  ['guest', '/auth/login'],
  ['guest', '/auth/callback'],
  ['guest', '/auth/sign-out-question'],
  ['guest', '/nothing-of-the-kind'],
  ['guest', '/offline'],
  ['person', '/chatgpt/conversations'],
  ['person', '/chatgpt/conversations/{conversation}'],
  ['person', '/flux'],
  ['person', '/flux/history'],
  ['person', '/console/applications'],
  ['person', '/console/applications/{plan}/extra'],
  ['person', '/console/applications/{plan}/subscribe'],
  ['person', '/console/applications/{plan}/credentials'],
  ['person', '/console/applications/{plan}/credentials/{key}'],
  ['person', '/console/orders'],
  ['person', '/console/orders/{order}'],
  ['person', '/console/redeem'],
  ['person', '/console/usages'],
  ['person', '/distribution'],
  ['person', '/distribution/history'],
  ['person', '/distribution/invitees'],
  ['person', '/profile'],
  ['person', '/auth/account'],
  ['person', '/site'],
  ['person', '/site/keys'],
  ['person', '/welcome'],
  ['person', '/operator'],
  ['person', '/operator/people'],
  ['person', '/operator/orders'],
  ['person', '/operator/packages'],
  ['person', '/operator/codes'],
  ['person', '/operator/payouts'],
  ['person', '/operator/providers'],
  ['person', '/operator/reports'],
  ['person', '/operator/sites'],
  ['person', '/operator/audit']
] as const

for (const [who, path] of PAGES) {
  test(`${who} ${path}: dark and from the left, light and from the right, by keys`, async ({ page, world }) => {
    if (who === 'person') await page.context().addCookies(world.state.cookies)
    for (const [locale, colorScheme] of LOOKS) {
      await page.emulateMedia({ colorScheme })
      await page.goto(addressIn(world, path, locale))
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await accessible(page)
      await ordered(page)
      await pressable(page)
      await fits(page)
    }
    expect((await walk(page)).length).toBeGreaterThan(1)
  })
}

/** Made of the parts of the tools above, in other words: every second one is looked at from either side. */
const TOOLS = ['midjourney', 'nanobanana', 'qrart', 'headshots', 'kling', 'veo', 'luma', 'hailuo', 'pixverse', 'pika', 'suno']

test('every other tool of somebody who is signed in', async ({ page, world }) => {
  await page.context().addCookies(world.state.cookies)
  for (const [at, tool] of TOOLS.entries()) {
    const [locale, colorScheme] = LOOKS[at % 2 === 0 ? 0 : 1]
    await test.step(`${tool}, in ${locale}`, async () => {
      await page.emulateMedia({ colorScheme })
      await page.goto(addressIn(world, `/${tool}`, locale))
      await accessible(page)
      await pressable(page)
      await fits(page)
    })
  }
})

for (const scene of SCENES) {
  test(`states of ${scene.name}`, async ({ page, lived }) => {
    test.setTimeout(120_000)
    await enter(page, lived, scene)
    for (const [locale, colorScheme] of LOOKS) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const t = wordsOf(locale)
      for (const [name, ...steps] of scene.states) {
        await test.step(`${name}, in ${locale}`, async () => {
          for (const step of steps) await step({ page, t, world: lived, locale })
          await accessible(page)
          await pressable(page)
          await fits(page)
        })
      }
    }
  })
}

test('mails of every kind, in both colours and from both sides', async ({ page }) => {
  for (const [locale, colorScheme] of LOOKS) {
    await page.emulateMedia({ colorScheme })
    for (const mail of mailsIn(locale)) {
      await page.setContent(writeLetter(mail).html)
      await accessible(page)
      await fits(page)
    }
  }
})
