import { addressIn } from '../support/access-world.ts'
import { expect, wearTheme } from '../support/browser.ts'
import { checkPage, checkState, LOOKS, watchShifts, type Look } from '../support/crawl/check.ts'
import { PAGES } from '../support/crawl/pages.ts'
import { pseudoWords, test } from '../support/crawl/pseudo-studio.ts'
import { FULL_DOSE } from '../support/dose.ts'
import { walk } from '../support/keyboard.ts'
import { SCENES } from '../support/states/index.ts'
import { enter } from '../support/states/step.ts'

/** Returns both looks with the full dose, else one of them, alternately. */
function looksAt(index: number): readonly Look[] {
  return FULL_DOSE ? LOOKS : LOOKS.filter((_, at) => at === index % LOOKS.length)
}

/**
 * Pages of one part of the site and one viewer share a window, since opening a window takes as long
 * as a page.
 */
const PARTS = Map.groupBy(PAGES, ([route, viewer]) => `/${route.split('/')[1]} of a ${viewer}`)

for (const [part, pages] of PARTS) {
  test(part, async ({ page, lived, baseURL }) => {
    test.setTimeout(30_000 * pages.flatMap(([, , ...paths]) => paths).length)
    if (part.endsWith('person')) await page.context().addCookies(lived.state.cookies)
    await watchShifts(page)
    for (const [route, , ...paths] of pages) {
      for (const [number, path] of paths.entries()) {
        for (const [locale, colorScheme] of looksAt(
          PAGES.findIndex(each => each[0] === route) + number
        )) {
          await test.step(`${path}, in ${locale}`, async () => {
            await wearTheme(page, baseURL ?? '', colorScheme)
            await page.goto(addressIn(lived, path, locale))
            await expect(page.locator('html')).toHaveAttribute('lang', locale)
            await checkPage(page)
          })
        }
      }
      await test.step(`${route} by keyboard`, async () => {
        expect((await walk(page)).length, 'stops by keyboard').toBeGreaterThan(1)
      })
    }
  })
}

for (const [index, scene] of SCENES.entries()) {
  test(`states of ${scene.name}`, async ({ page, lived, baseURL }) => {
    test.setTimeout(120_000)
    await enter(page, lived, scene)
    for (const [locale, colorScheme] of looksAt(index)) {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await wearTheme(page, baseURL ?? '', colorScheme)
      const t = pseudoWords(locale)
      for (const [name, ...steps] of scene.states) {
        await test.step(`${name}, in ${locale}`, async () => {
          for (const step of steps) await step({ page, t, world: lived, locale })
          await checkState(page)
        })
      }
    }
  })
}
