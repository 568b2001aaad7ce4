import { lyricSections } from '#core/lyric-sections.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Queue } from '#stores/queue.ts'
import { createHtmlElement } from '#ui/palette/palette-row.ts'
import { createPlayerButton, createIsolatedText, labelButton } from '#ui/player/player-parts.ts'

/** The queue or the lyrics, above the bar. */
export type PanelKind = 'lyrics' | 'queue'

export type PanelHandlers = { onPick(index: number): void; onRemove(index: number): void }

export type PlayerPanel = {
  root: HTMLElement
  /** Shows a kind of content; null hides the panel. */
  show(kind: PanelKind | null): void
  /** Returns the shown kind. */
  shown(): PanelKind | null
  draw(queue: Queue): void
}

/** Creates the hidden panel of the player. */
export function createPlayerPanel(acts: PanelHandlers, t: Translate): PlayerPanel {
  const root = createHtmlElement('section', {
    id: 'player-panel',
    class: 'player-panel',
    tabindex: '0'
  })
  root.hidden = true
  let kind: PanelKind | null = null
  let drawn: Queue | null = null
  const fill = (): void => {
    if (kind === null || drawn === null) return
    const name = t(`player.${kind}`)
    root.setAttribute('aria-label', name)
    const title = createHtmlElement('h2', { class: 'text-13 font-medium text-muted' }, name)
    const focus = placeOfFocus(root)
    root.replaceChildren(
      title,
      ...(kind === 'queue' ? [drawQueue(drawn, acts, t)] : drawLyrics(drawn))
    )
    if (focus >= 0) focusOn(root, focus)
  }
  return {
    root,
    shown: () => kind,
    show(next) {
      kind = next
      root.hidden = next === null
      fill()
      root.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    },
    draw(queue) {
      const before = drawn
      drawn = queue
      if (before === null || isChanged(before, queue, kind)) fill()
    }
  }
}

/** A place that moves every second does not redraw the panel, which may have the focus. */
function isChanged(before: Queue, queue: Queue, kind: PanelKind | null): boolean {
  if (kind === 'lyrics') return before.songs[before.at]?.url !== queue.songs[queue.at]?.url
  return before.at !== queue.at || before.songs !== queue.songs
}

function drawLyrics({ songs, at }: Queue): HTMLElement[] {
  return lyricSections(songs[at]?.lyric ?? '').map(({ name, text }) =>
    createHtmlElement(
      'div',
      { class: 'grid gap-1' },
      ...(name === ''
        ? []
        : [createHtmlElement('h3', { dir: 'auto', class: 'text-12 text-faint' }, name)]),
      createHtmlElement('p', { dir: 'auto', class: 'text-14 whitespace-pre-line' }, text)
    )
  )
}

function drawQueue({ songs, at }: Queue, acts: PanelHandlers, t: Translate): HTMLElement {
  const rows = songs.map(({ title, line }, index) => {
    const pick = createHtmlElement(
      'button',
      {
        type: 'button',
        class: 'menu-item',
        'aria-current': index === at ? 'true' : undefined
      },
      createHtmlElement(
        'span',
        { class: 'min-w-0' },
        createIsolatedText('span', 'block truncate', title),
        ...(line === ''
          ? []
          : [createIsolatedText('span', 'block truncate text-12 text-faint', line)])
      )
    )
    pick.addEventListener('click', () => acts.onPick(index))
    const remove = createPlayerButton('close', () => acts.onRemove(index))
    labelButton(remove, t('player.remove', { name: title }))
    return createHtmlElement('li', { class: 'flex items-center' }, pick, remove)
  })
  return createHtmlElement('ol', { class: 'grid' }, ...rows)
}

/** Returns the index of the focused button; -1 if the focus is elsewhere. */
function placeOfFocus(root: HTMLElement): number {
  return [...root.querySelectorAll('button')].findIndex(each => each === document.activeElement)
}

/** Restores the focus after the list was drawn again, perhaps with one row less. */
function focusOn(root: HTMLElement, place: number): void {
  const buttons = [...root.querySelectorAll('button')]
  const next = buttons[Math.min(place, buttons.length - 1)] ?? root
  next.focus()
}
