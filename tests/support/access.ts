import type { Page } from 'playwright/test'
import { expect } from './browser.ts'

/** Rules of axe beyond WCAG: landmarks and headings that users of screen readers navigate by. */
export const HABITS = [
  'heading-order',
  'landmark-one-main',
  'landmark-unique',
  'landmark-no-duplicate-main',
  'page-has-heading-one',
  'region',
  'empty-table-header',
  'label-title-only'
]

/** Expects every pressable element to be 24 px high and wide, or to be part of a line of text. */
export async function pressable(page: Page): Promise<void> {
  expect(await page.evaluate(smallTargets)).toEqual([])
}

/**
 * Expects every control on a touch screen to be 44 px high, or to be in a row of buttons of that
 * height.
 */
export async function touchable(page: Page): Promise<void> {
  expect(await page.evaluate(lowControls)).toEqual([])
}

/** Expects that no box cuts off its text and that no pressable element covers another. */
export async function whole(page: Page): Promise<void> {
  expect(await page.evaluate(cutTexts)).toEqual([])
}

function smallTargets(): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'a[href], button, summary, input:not([type=hidden]), select, textarea, [role=button], [tabindex="0"]'
  )
  return [...targets].flatMap(each => {
    if (!each.checkVisibility({ opacityProperty: false, visibilityProperty: true })) return []
    const label = each instanceof HTMLInputElement ? [...(each.labels ?? [])] : []
    const { width, height } = [each, ...label].reduce(
      (most, one) => {
        const box = one.getBoundingClientRect()
        return { width: Math.max(most.width, box.width), height: Math.max(most.height, box.height) }
      },
      { width: 0, height: 0 }
    )
    const inText =
      getComputedStyle(each).display.startsWith('inline') &&
      each.localName === 'a' &&
      each.parentElement?.textContent.trim() !== each.textContent.trim()
    // A number alone in its cell may be narrow: a finger cannot hit a neighbour instead.
    const isAlone = each.closest('td') !== null
    if (
      width === 0 ||
      inText ||
      each.closest('.sr-only, .skip-link') !== null ||
      (height >= 23.5 && (width >= 23.5 || isAlone))
    )
      return []
    return [
      `${each.localName}.${each.className} "${each.textContent.trim().slice(0, 30)}" ${Math.round(width)}×${Math.round(height)}`
    ]
  })
}

function lowControls(): string[] {
  const CONTROLS =
    'button, input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea, a.button, a.icon-button'
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap(each => {
    // Skip the handle that pulls up a sheet: it is low, but as wide as the window.
    if (
      !each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      each.matches('.touch-none, .sr-only')
    )
      return []
    const { width, height } = (
      each.closest('.segment')?.parentElement ?? each
    ).getBoundingClientRect()
    return width === 0 || height >= 43.5
      ? []
      : [`${each.localName} "${each.textContent.trim().slice(0, 30)}" ${Math.round(height)}`]
  })
}

function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')].flatMap(each => {
    if (
      !each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      each.closest('.sr-only, astro-island[ssr]') !== null
    )
      return []
    const style = getComputedStyle(each)
    const clips = (value: string): boolean => value === 'hidden' || value === 'clip'
    const wide =
      clips(style.overflowX) &&
      style.textOverflow !== 'ellipsis' &&
      each.scrollWidth > each.clientWidth + 1
    const high =
      clips(style.overflowY) &&
      style.webkitLineClamp === 'none' &&
      each.scrollHeight > each.clientHeight + 1
    if (each.clientHeight <= 1 || each.textContent.trim() === '' || !(wide || high)) return []
    return [
      `${each.localName}.${each.className.slice(0, 60)} "${each.textContent.trim().slice(0, 40)}"`
    ]
  })
}
