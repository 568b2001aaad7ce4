import type { Page } from 'playwright/test'
import { expect, fits } from './browser.ts'
import { whole } from './access.ts'

/** A rendered line of text in pixels of the window, clipped by scrolling containers. */
type Line = {
  said: string
  text: number
  layer: number
  over: string
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Expects that no text exceeds the page or its box (unless it scrolls), is cut off or covers other
 * text.
 */
export async function tidy(page: Page, where: string): Promise<void> {
  await fits(page)
  await whole(page)
  const lines = await page.evaluate(readLines)
  expect(lines.length, where).toBeGreaterThan(2)
  expect(
    [
      ...lines
        .filter(({ over }) => over !== '')
        .map(({ said, over }) => `"${said}" stands over ${over}`),
      ...laidOn(lines)
    ],
    where
  ).toEqual([])
}

/**
 * Finds elements that exceed the box around them.
 * @returns a message for each
 */
export function standingOut(page: Page, inner: string, outer: string): Promise<string[]> {
  return page.locator(inner).evaluateAll((all, holder) => {
    return all.flatMap(each => {
      const [box, edge] = [
        each.getBoundingClientRect(),
        each.closest(holder)?.getBoundingClientRect() ?? new DOMRect()
      ]
      const across = Math.max(edge.left - box.left, box.right - edge.right)
      const down = Math.max(edge.top - box.top, box.bottom - edge.bottom)
      return across > 0.5 || down > 0.5 ? [`${each.textContent} by ${across} and ${down}`] : []
    })
  }, outer)
}

/** Finds text that covers other text of the same layer. Floating layers may cover the page. */
function laidOn(lines: readonly Line[]): string[] {
  return lines.flatMap((one, index) =>
    lines.slice(index + 1).flatMap(other => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (one.text === other.text || one.layer !== other.layer || across <= 1 || down <= 0)
        return []
      return [`"${one.said}" lies on "${other.said}"`]
    })
  )
}

/**
 * Lists the lines of text. Letters fill only the middle half of a line's height, so only that half
 * counts. Runs in the page.
 */
function readLines(): Line[] {
  const lines: Line[] = []
  const layers: Element[] = [document.body]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = 0; walker.nextNode() !== null; text++) {
    const node = walker.currentNode
    const parent = node.parentElement
    if (
      parent === null ||
      node.textContent?.trim() === '' ||
      !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue
    if (parent.closest('math, option, .sr-only') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      let { left, right } = box
      let [top, bottom] = [box.top + box.height / 4, box.bottom - box.height / 4]
      let [over, layer, scrolls] = ['', 0, false]
      for (
        let at: Element | null = parent;
        at !== null && at !== document.body;
        at = at.parentElement
      ) {
        const style = getComputedStyle(at)
        const edge = at.getBoundingClientRect()
        if (style.overflow !== 'visible' || style.clipPath !== 'none') {
          ;[left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
          ;[top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
          scrolls = true
        } else if (
          !scrolls &&
          !/^(inline|contents)$/.test(style.display) &&
          (left < edge.left - 1 || right > edge.right + 1)
        ) {
          over ||= `${at.localName}.${at.className}`.slice(0, 60)
        }
        if (/fixed|sticky/.test(style.position) || at.matches('dialog, [popover]')) {
          if (!layers.includes(at)) layers.push(at)
          layer = layers.indexOf(at)
          break
        }
        if (style.position === 'absolute') scrolls = true
      }
      if (right > left && bottom > top)
        lines.push({
          said: (node.textContent ?? '').trim().slice(0, 40),
          text,
          layer,
          over,
          left,
          right,
          top,
          bottom
        })
    }
  }
  return lines
}
