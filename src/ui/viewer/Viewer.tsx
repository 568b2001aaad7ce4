import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import type { TaskList } from '#stores/shelf.ts'
import { useDialog } from '#ui/chat/use-dialog.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'
import { useBefore } from '#ui/viewer/Compare.tsx'
import { Details } from '#ui/viewer/Details.tsx'
import { VideoBar, stepFrame, type Playback } from '#ui/viewer/Film.tsx'
import { PictureBar, StageView } from '#ui/viewer/Stage.tsx'
import { ResultPager } from '#ui/viewer/Steps.tsx'
import { useZoom, type ZoomControl } from '#ui/viewer/use-zoom.ts'
import { listViews, listSources, type View } from '#ui/viewer/view-list.ts'

export type ViewerProps = {
  /** The result to show first, as in `data-view`. */
  start: string
  shelf: TaskList
  parts: CardParts
  /** Loads older results. */
  onMore(): void
  /** @param last the result that was shown last */
  onClose(last: string): void
}

/**
 * Older results are loaded once no more than this many results are left before the end of the list.
 */
const AHEAD = 2

/** The distance that an arrow key moves an enlarged picture, in pixels. */
const PAN = 80

/** Shows the results of a page one by one in the whole window, with everything about each. */
export function Viewer({ start, shelf, parts, onMore, onClose }: ViewerProps) {
  const { service, t } = parts
  const views = useMemo(() => listViews(shelf.items, service), [shelf.items, service])
  const { at, view, go, show } = usePlace(start, views, () => shelf.rest === 'more' && onMore())
  const dialog = useViewerDialog()
  const control = useZoom(view?.id ?? '', go)
  const [playback, setPlayback] = useState<Playback>({ loop: false, speed: 1 })
  const [comparing, setComparing] = useState(false)
  const sources = useMemo(() => (view === undefined ? [] : listSources(view, views)), [view, views])
  const before = useBefore(view?.as === 'image' ? view.address : '', sources[0]?.picture)
  useEffect(() => {
    if (view === undefined) onClose('')
  })
  if (view === undefined) return null
  const close = (): void => dialog.current?.close()
  const title = t('field.view.title', { number: at + 1, count: views.length })
  const compared = comparing ? before : null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys do what its buttons do
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={title}
      onClose={() => onClose(view.id)}
      onKeyDown={event => onKey(event, { go, control })}
      className="h-dvh max-h-none w-full max-w-none flex-col overflow-hidden overscroll-contain bg-ground text-text outline-none open:flex md:flex-row"
    >
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <StageView {...{ view, control, playback, t }} compared={compared} />
        <div className="flex flex-none flex-wrap items-center justify-center gap-x-4 p-2">
          <ResultPager at={at} count={views.length} title={title} go={go} t={t} />
          {view.as === 'video' ? (
            <VideoBar playback={playback} onPlayback={setPlayback} locale={parts.locale} t={t} />
          ) : (
            <PictureBar
              control={control}
              comparing={before === null ? null : comparing}
              onCompare={() => setComparing(!comparing)}
              locale={parts.locale}
              t={t}
            />
          )}
        </div>
      </div>
      <Details {...{ view, views, sources, show, parts }} onLeave={close} />
      <button
        type="button"
        className="icon-button absolute end-2 z-10 bg-ground/80"
        style={{ insetBlockStart: 8 }}
        title={t('field.view.close')}
        aria-label={t('field.view.close')}
        onClick={close}
      >
        <Glyph path={CARD_ICONS.close} />
      </button>
    </dialog>
  )
}

/** Remembers the shown result. If it is deleted, the next one takes its place. */
function usePlace(
  start: string,
  views: readonly View[],
  onEnd: () => void
): { at: number; view: View | undefined; go(step: number): void; show(view: View): void } {
  const find = (wanted: string): number => views.findIndex(({ id }) => id === wanted)
  const [place, setPlace] = useState(() => ({ id: start, at: Math.max(0, find(start)) }))
  const found = find(place.id)
  const at = found === -1 ? Math.min(place.at, views.length - 1) : found
  const show = (view: View): void => setPlace({ id: view.id, at: views.indexOf(view) })
  return {
    at,
    view: views[at],
    show,
    go(step) {
      const next = views[at + step]
      if (next !== undefined) show(next)
      if (at + step >= views.length - AHEAD) onEnd()
    }
  }
}

/**
 * Opens the dialog and keeps the page behind it from scrolling. If a button with the focus
 * disappears together with its result, the dialog gets the focus.
 */
function useViewerDialog(): ReturnType<typeof useDialog> {
  const dialog = useDialog()
  useEffect(() => {
    const { style } = document.documentElement
    const { overflow } = style
    style.overflow = 'hidden'
    dialog.current?.focus()
    return () => {
      style.overflow = overflow
    }
  }, [dialog])
  useEffect(() => {
    if (document.activeElement === document.body) dialog.current?.focus()
  })
  return dialog
}

type Acts = { go(step: number): void; control: ZoomControl }

/** Handles a key press, unless a control that uses this key has the focus. */
function onKey(event: KeyboardEvent<HTMLDialogElement>, { go, control }: Acts): void {
  const { key, shiftKey, currentTarget, target, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (target instanceof Element && target.matches('input, select, textarea, pre')) return
  const film = currentTarget.querySelector('video')
  const [, direction] = /^Arrow(\w+)$/.exec(key) ?? []
  if (direction !== undefined) {
    // A focused video uses the arrow keys itself, to seek and to change its volume.
    if (film !== null && target === film) return
    const pan = PANS[direction]
    const onward = getComputedStyle(currentTarget).direction === 'rtl' ? 'Left' : 'Right'
    if (pan === undefined) return
    if (shiftKey) control.pan(pan)
    else if (pan.x !== 0) go(direction === onward ? 1 : -1)
    else return
  } else if (key === '+' || key === '=') control.zoomBy(1)
  else if (key === '-') control.zoomBy(-1)
  else if (key === '0') control.zoomBy(0)
  else if (film !== null && (key === ',' || key === '.')) stepFrame(film, key === '.' ? 1 : -1)
  else return
  event.preventDefault()
}

/**
 * By arrow key, the movement of an enlarged picture. It moves the other way, so that more of it
 * shows on the arrow's side.
 */
const PANS: Readonly<Record<string, { x: number; y: number }>> = {
  Left: { x: PAN, y: 0 },
  Right: { x: -PAN, y: 0 },
  Up: { x: 0, y: PAN },
  Down: { x: 0, y: -PAN }
}
