import { findEntries, type PaletteData } from '#client/palette.ts'
import { findMatches } from '#core/find-matches.ts'
import { createTranslate, type Translate } from '#i18n/translate.ts'
import { pageActionRows } from '#islands/palette-acts.ts'
import { $recentPlaces, rememberPlace } from '#stores/recent-places.ts'
import { moveHighlight } from '#ui/chat/model-search.ts'
import { improveDialog } from '#ui/dialog.ts'
import { createPaletteDialog, type PaletteView } from '#ui/palette/palette-dialog.ts'
import {
  drawGroups,
  createIconElement,
  markOption,
  type PaletteRow,
  type RowGroup
} from '#ui/palette/palette-row.ts'

/** The most pages and actions that a search lists. */
const MOST = 20

/** How long the user must pause before their own work is searched, in milliseconds. */
const PAUSE = 200

/** The rows that the palette shows now. */
type Shown = {
  rows: readonly PaletteRow[]
  /** The index of the row that Enter chooses. */
  at: number
  /** Chats and results of the user that match. */
  own: readonly RowGroup[]
}

/**
 * Opens the palette over the page, unless another dialog is open.
 * @param data the response of `address`
 * @param address the palette's address on the server, which also searches chats
 */
export function openPalette(data: PaletteData, address: string): void {
  if (document.querySelector('dialog[open]') !== null) return
  const t = createTranslate(data.t, document.documentElement.lang)
  const rows = allRows(data, t)
  const view = createPaletteDialog(data, t)
  const shown: Shown = { rows: [], at: 0, own: [] }
  const draw = (): void => {
    const groups = groupsFor(rows, shown.own, view.input.value, t)
    shown.rows = groups.flatMap(group => group.rows)
    view.list.replaceChildren(...drawGroups(view.list.id, groups))
    tell(view, countText(view.input.value, shown.rows.length, t), shown.rows.length === 0)
    moveTo(view, shown, Math.min(shown.at, Math.max(shown.rows.length - 1, 0)))
  }
  const search = data.findsOwn ? createSearch(view, shown, address, draw, t) : null
  view.input.addEventListener('input', () => {
    shown.at = 0
    if (view.input.value.trim() === '') shown.own = []
    draw()
    view.list.scrollTop = 0
    search?.ask()
  })
  listenForChoices(view, shown, rows)
  document.body.append(view.dialog)
  const forget = improveDialog(view.dialog)
  view.dialog.addEventListener('close', () => {
    search?.stop()
    forget()
    view.dialog.remove()
  })
  draw()
  view.dialog.showModal()
}

/** Joins the pages that the server lists with what the page itself offers, by group. */
function allRows({ groups, icons }: PaletteData, t: Translate): PaletteRow[] {
  const pages = groups.flatMap(({ title, icon, quiet, entries }) =>
    entries.map(({ icon: own, ...entry }): PaletteRow => {
      return {
        ...entry,
        group: title,
        mark: createIconElement(own ?? icon),
        ...(quiet && { quiet })
      }
    })
  )
  return [
    ...Map.groupBy([...pages, ...pageActionRows(icons, t)], ({ group }) => group).values()
  ].flat()
}

/**
 * Chooses the rows for a search. Without one: the recent rows, then all rows except `quiet` ones.
 */
function groupsFor(
  rows: readonly PaletteRow[],
  own: readonly RowGroup[],
  typed: string,
  t: Translate
): RowGroup[] {
  const recent = $recentPlaces.get()
  if (typed.trim() !== '')
    return [{ title: '', rows: findMatches(rows, typed, recent).slice(0, MOST) }, ...own].filter(
      group => group.rows.length > 0
    )
  const used = recent.flatMap(id => rows.filter(row => row.id === id))
  const loud = Map.groupBy(
    rows.filter(({ quiet }) => quiet !== true),
    ({ group }) => group
  )
  return [
    ...(used.length > 0 ? [{ title: t('common.palette.recent'), rows: used }] : []),
    ...[...loud].map(([title, each]) => ({ title, rows: each }))
  ]
}

function countText(typed: string, count: number, t: Translate): string {
  if (typed.trim() === '') return ''
  return count === 0 ? t('common.table.none') : t('common.palette.count', { count })
}

/** Announces a text to screen readers, and also shows it if `visible`. */
function tell({ status }: PaletteView, text: string, visible: boolean): void {
  status.className = visible ? 'px-3 pb-2 text-13 text-muted empty:hidden' : 'sr-only'
  status.textContent = text
}

function moveTo({ input, list }: PaletteView, shown: Shown, at: number): void {
  const optionAt = (index: number) => document.getElementById(`${list.id}-${index}`)
  markOption(optionAt(shown.at), false)
  shown.at = at
  const option = optionAt(at)
  markOption(option, true)
  if (option === null) return input.removeAttribute('aria-activedescendant')
  input.setAttribute('aria-activedescendant', option.id)
  option.scrollIntoView({ block: 'nearest' })
}

/** Returns the index of the option below the pointer; null where there is none. */
function optionIndex({ list }: PaletteView, { target }: Event): number | null {
  const option = target instanceof Element ? target.closest('[role="option"]') : null
  return option && Number(option.id.slice(list.id.length + 1))
}

/** Lets arrow keys and the pointer move through the list, and lets Enter and clicks choose. */
function listenForChoices(view: PaletteView, shown: Shown, known: readonly PaletteRow[]): void {
  const { dialog, input, list } = view
  input.addEventListener('keydown', event => {
    if (event.isComposing) return
    const { key, ctrlKey, metaKey } = event
    if (key === 'Enter') {
      event.preventDefault()
      // Pass on Ctrl and Meta, with which browsers open a link in another tab.
      const click = { bubbles: true, cancelable: true, ctrlKey, metaKey }
      list.querySelector('[aria-selected="true"]')?.dispatchEvent(new MouseEvent('click', click))
      return
    }
    const next = moveHighlight(key, shown.at, shown.rows.length)
    if (next !== shown.at || key === 'ArrowDown' || key === 'ArrowUp') event.preventDefault()
    moveTo(view, shown, next)
  })
  // One row at a time is highlighted. A list that moves below a resting pointer changes nothing.
  list.addEventListener('pointermove', event => {
    const at = optionIndex(view, event)
    if (at !== null && at !== shown.at) moveTo(view, shown, at)
  })
  // The search field keeps the focus, because it handles the keys.
  list.addEventListener('mousedown', event => event.preventDefault())
  list.addEventListener('click', event => {
    const row = shown.rows[optionIndex(view, event) ?? -1]
    if (row === undefined) return
    if (known.includes(row)) rememberPlace(row.id)
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (row.act !== undefined) event.preventDefault()
    if (row.stays !== true) dialog.close()
    row.act?.(text => tell(view, text, true))
  })
}

/**
 * Searches the user's chats and results while the user types. Only the results of the last
 * search are shown.
 */
function createSearch(
  view: PaletteView,
  shown: Shown,
  address: string,
  draw: () => void,
  t: Translate
): { ask(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = new AbortController()
  const find = async (words: string, { signal }: AbortController): Promise<void> => {
    try {
      const groups = await findEntries(address, words, signal)
      shown.own = groups.map(({ title, entries }) => ({
        title,
        rows: entries.map(({ icon, ...entry }) => ({
          ...entry,
          group: title,
          mark: createIconElement(icon)
        }))
      }))
      draw()
    } catch {
      if (!signal.aborted) tell(view, t('chat.found.failed'), true)
    }
  }
  const stop = (): void => {
    clearTimeout(timer)
    asked.abort()
  }
  return {
    stop,
    ask() {
      stop()
      const words = view.input.value.trim()
      if (words === '') return
      asked = new AbortController()
      timer = setTimeout(() => void find(words, asked), PAUSE)
    }
  }
}
