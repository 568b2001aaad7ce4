import type { Locator, Page } from 'playwright/test'
import { expect } from './browser.ts'

/** So many stops are on the way to anything on a page, at most. */
const MOST = 90

/** Goes on by Tab, or back by Shift and Tab, until the target has the focus, which can be seen at each stop. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toHaveCount(1)
  const stops: string[] = []
  while (!(await target.evaluate(element => element === document.activeElement))) {
    if (stops.length > MOST) throw new Error(`${target} is not on the way: ${stops.join(' > ')}`)
    await page.keyboard.press(key)
    stops.push(await shownFocus(page))
  }
}

/** Goes to something and presses a key there. */
export async function press(page: Page, target: Locator, key = 'Enter', by: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, by)
  await page.keyboard.press(key)
}

/** Goes to a field and writes into it, in the place of what stands there. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Walks once through the whole page. @returns what had the focus on the way; fails where it is kept in, or cannot be seen */
export async function walk(page: Page): Promise<string[]> {
  const stops: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const name = await shownFocus(page)
    if (name === '') return stops
    stops.push(name)
    if (stops.length > 2 * MOST) throw new Error(`no end: ${stops.slice(-12).join(' > ')}`)
  }
}

/** Fails where the focus has no ring of 2 px, is out of sight or lies under something. @returns what has it; empty for the page itself */
export async function shownFocus(page: Page): Promise<string> {
  let found = await focusIn(page)
  if (found.wrong !== '') {
    await expect(async () => {
      found = await focusIn(page)
      expect(`${found.name}${found.wrong}`).toBe(found.name)
    }).toPass({ timeout: 2000 })
  }
  return found.name
}

/** What has the focus in a page, or in the frame of it that does. */
async function focusIn(page: Page): Promise<Focus> {
  const found = await page.evaluate(lookAtFocus)
  if (!found.name.startsWith('iframe')) return found
  const at = await page.evaluateHandle(() => document.activeElement)
  const frame = await at.asElement()?.contentFrame()
  return frame ? frame.evaluate(lookAtFocus) : found
}

type Focus = { name: string; wrong: string }

/** Runs in the page. */
function lookAtFocus(): Focus {
  const at = document.activeElement
  if (at === null || at === document.body || at === document.documentElement) return { name: '', wrong: '' }
  const name = `${at.localName}[${at.getAttribute('aria-label') ?? (at.textContent.trim().slice(0, 30) || at.id)}]`
  // Around a field that is drawn by what it stands in, the ring is that one's.
  const around = [at, at.parentElement, at.parentElement?.parentElement].filter(each => each instanceof Element)
  const ringed = around.find(each => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  })
  // A date's own button has its own ring, which cannot be asked for.
  if (ringed === undefined && at instanceof HTMLInputElement && at.type === 'date') return { name, wrong: '' }
  if (ringed === undefined) return { name, wrong: ' has no ring' }
  const { left, right, top, bottom } = at.getBoundingClientRect()
  const [across, down] = [
    [Math.max(left, 0), Math.min(right, innerWidth)],
    [Math.max(top, 0), Math.min(bottom, innerHeight)]
  ] as const
  if (across[1] - across[0] < 1 || down[1] - down[0] < 1) return { name, wrong: ' is out of sight' }
  const open = [0.1, 0.5, 0.9]
    .flatMap(x => [0.1, 0.5, 0.9].map(y => [x, y] as const))
    .filter(([x, y]) => {
      const hit = document.elementFromPoint(across[0] + x * (across[1] - across[0]), down[0] + y * (down[1] - down[0]))
      return hit !== null && (at.contains(hit) || ringed.contains(hit))
    })
  return { name, wrong: open.length < 5 ? ` lies under something: ${open.length} of 9` : '' }
}
