import { flushSync } from 'react-dom'
import { runWhenIdle } from '#client/when-idle.ts'
import type { WatchRow } from '#ui/chat/row-watch.ts'
import type { RowDistance } from '#ui/chat/row-watch.ts'
import type { FarRow } from '#ui/chat/row-watch.ts'

/** Rows up to 1.5 heights of the window above and below the visible part are near. */
const MARGIN = '150% 0px'

/** The most rows that become plain text in one step, so that the page can respond between steps. */
const AT_ONCE = 24

/** Longest wait for an idle moment, in milliseconds. */
const PATIENCE = 500

/**
 * Finds what a user interacts with in a row. Such a row stays drawn in full, however far away it
 * is.
 */
const BUSY = 'details[open], textarea, dialog, [aria-busy="true"]'

/**
 * Watches the rows of a scrolling box and reports to each whether it is near the visible part. For
 * printing, all rows count as near.
 */
export function watchRows(scroller: HTMLElement): { watch: WatchRow; close(): void } {
  const tells = new Map<Element, (told: RowDistance) => void>()
  const leaving = new Set<Element>()
  let forget = (): void => undefined

  const rest = (): void => {
    const rows = [...leaving].filter(isIdle).slice(0, AT_ONCE)
    // All rows are measured before any changes, so that the browser computes the layout once.
    const measured = rows.map((row): [Element, FarRow] => [row, measure(row)])
    for (const [row, far] of measured) {
      leaving.delete(row)
      tells.get(row)?.(far)
    }
    if (rows.length === AT_ONCE) later()
  }
  const later = (): void => {
    forget()
    forget = runWhenIdle(rest, PATIENCE)
  }
  const observer = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) tells.get(target)?.('near')
        if (isIntersecting) leaving.delete(target)
        else leaving.add(target)
      }
      later()
    },
    { root: scroller, rootMargin: MARGIN }
  )
  const onPrint = (): void => flushSync(() => tells.forEach(tell => tell('near')))
  const onPrinted = (): void => {
    observer.disconnect()
    for (const row of tells.keys()) observer.observe(row)
  }
  addEventListener('beforeprint', onPrint)
  addEventListener('afterprint', onPrinted)

  return {
    watch(row, tell) {
      tells.set(row, tell)
      observer.observe(row)
      return () => {
        observer.unobserve(row)
        tells.delete(row)
        leaving.delete(row)
      }
    },
    close() {
      forget()
      observer.disconnect()
      removeEventListener('beforeprint', onPrint)
      removeEventListener('afterprint', onPrinted)
    }
  }
}

function measure(row: Element): FarRow {
  return { height: row.getBoundingClientRect().height, text: (row as HTMLElement).innerText }
}

function isIdle(row: Element): boolean {
  const selection = getSelection()
  const selected = selection !== null && !selection.isCollapsed && selection.containsNode(row, true)
  return !selected && !row.contains(document.activeElement) && row.querySelector(BUSY) === null
}
