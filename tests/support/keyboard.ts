import type { Locator, Page } from 'playwright/test'
import { expect } from './browser.ts'

/** Maximum number of Tab stops on the way to any element. */
const MOST = 90

/**
 * Presses Tab, or Shift and Tab, until the target has the focus. Checks that the focus is visible
 * at each stop.
 */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab'
): Promise<void> {
  await expect(target).toHaveCount(1)
  const stops: string[] = []
  while (!(await target.evaluate(element => element === document.activeElement))) {
    if (stops.length > MOST) throw new Error(`${target} is not on the way: ${stops.join(' > ')}`)
    await page.keyboard.press(key)
    stops.push(await shownFocus(page))
  }
}

/** Moves the focus to an element and presses a key there. */
export async function press(
  page: Page,
  target: Locator,
  key = 'Enter',
  by: 'Tab' | 'Shift+Tab' = 'Tab'
): Promise<void> {
  await tabTo(page, target, by)
  await page.keyboard.press(key)
}

/** Moves the focus to a field and replaces its text. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/**
 * Tabs once through the whole page. It fails if an element traps the focus or the focus is not
 * visible.
 * @returns the elements that had the focus
 */
export async function walk(page: Page): Promise<string[]> {
  // Only a step by step walk follows the focus into a frame.
  if (page.frames().length > 1) return slowWalk(page)
  const stops = await quickWalk(page)
  if (stops !== null) return stops
  // A focus looked wrong to the quick walk, perhaps because it was still moving.
  await page.reload()
  return slowWalk(page)
}

async function slowWalk(page: Page): Promise<string[]> {
  const stops: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const name = await shownFocus(page)
    if (name === '') return stops
    stops.push(name)
    if (stops.length > 2 * MOST) throw new Error(`no end: ${stops.slice(-12).join(' > ')}`)
  }
}

/** Number of Tab presses that are sent at once. */
const BATCH = 15

/**
 * Presses Tab through the whole page while a script in the page records each focus. Asking the page
 * after each press would take several times as long.
 * @returns null if a focus was not visible, or if there was no end
 */
async function quickWalk(page: Page): Promise<string[] | null> {
  await page.evaluate(`window.lookAtFocus ??= ${lookAtFocus.toString()}`)
  await page.evaluate(recordFocus)
  const browser = await page.context().newCDPSession(page)
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  try {
    for (let presses = 0; presses <= 2 * MOST; presses += BATCH) {
      await Promise.all(
        Array.from({ length: BATCH }, () => [
          browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }),
          browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
        ]).flat()
      )
      const { stops, over } = await page.evaluate(recordedFocus)
      if (stops.some(({ wrong }) => wrong !== '')) return null
      if (over) return stops.map(({ name }) => name)
    }
    return null
  } finally {
    await browser.detach()
  }
}

declare global {
  interface Window {
    lookAtFocus(): Focus
    /** Each focus since the walk began, and whether it has left the page. */
    walked: { stops: Focus[]; over: boolean }
  }
}

/** Records each focus. Runs in the page. */
function recordFocus(): void {
  const walked: Window['walked'] = (window.walked = { stops: [], over: false })
  addEventListener('focusin', () => {
    if (!walked.over) walked.stops.push(window.lookAtFocus())
  })
  // The last Tab leaves the page, and the next one enters it again.
  addEventListener('focusout', event => {
    if (event.relatedTarget === null) walked.over = walked.stops.length > 0
  })
}

/** Returns the record of {@link recordFocus}. Runs in the page. */
function recordedFocus(): Window['walked'] {
  return window.walked
}

/**
 * Fails if the focused element has no ring of 2 px, is out of view or is covered.
 * @returns a name of the element; empty if nothing has the focus
 */
async function shownFocus(page: Page): Promise<string> {
  let found = await focusIn(page)
  if (found.wrong !== '') {
    await expect(async () => {
      found = await focusIn(page)
      expect(`${found.name}${found.wrong}`).toBe(found.name)
    }).toPass({ timeout: 2000 })
  }
  return found.name
}

/** Describes the focused element of a page, or of its frame with the focus. */
async function focusIn(page: Page): Promise<Focus> {
  const found = await page.evaluate(lookAtFocus)
  if (!found.name.startsWith('iframe')) return found
  const at = await page.evaluateHandle(() => document.activeElement)
  const frame = await at.asElement()?.contentFrame()
  return frame ? frame.evaluate(lookAtFocus) : found
}

type Focus = { name: string; wrong: string }

/** Describes the focused element and its fault, if any. Runs in the page. */
function lookAtFocus(): Focus {
  const at = document.activeElement
  if (at === null || at === document.body || at === document.documentElement)
    return { name: '', wrong: '' }
  const name = `${at.localName}[${at.getAttribute('aria-label') ?? (at.textContent.trim().slice(0, 30) || at.id)}]`
  // If a container draws the field, the container shows the ring.
  const around = [at, at.parentElement, at.parentElement?.parentElement].filter(
    each => each instanceof Element
  )
  const ringed = around.find(each => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  })
  // The browser's button inside a date field has its own ring, which scripts cannot read.
  if (ringed === undefined && at instanceof HTMLInputElement && at.type === 'date')
    return { name, wrong: '' }
  if (ringed === undefined) return { name, wrong: ' has no ring' }
  // A link in a text may break over two lines, and its bounding box covers other words: use its
  // largest part.
  const area = (box: DOMRect): number => box.width * box.height
  const { left, right, top, bottom } = [...at.getClientRects()].reduce(
    (largest, box) => (area(box) > area(largest) ? box : largest),
    new DOMRect()
  )
  const [across, down] = [
    [Math.max(left, 0), Math.min(right, innerWidth)],
    [Math.max(top, 0), Math.min(bottom, innerHeight)]
  ] as const
  if (across[1] - across[0] < 1 || down[1] - down[0] < 1) return { name, wrong: ' is out of sight' }
  const open = [0.1, 0.5, 0.9]
    .flatMap(x => [0.1, 0.5, 0.9].map(y => [x, y] as const))
    .filter(([x, y]) => {
      const hit = document.elementFromPoint(
        across[0] + x * (across[1] - across[0]),
        down[0] + y * (down[1] - down[0])
      )
      return hit !== null && (at.contains(hit) || ringed.contains(hit))
    })
  return { name, wrong: open.length < 5 ? ` lies under something: ${open.length} of 9` : '' }
}
