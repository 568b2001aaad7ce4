import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { useDialog } from '#ui/chat/use-dialog.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'
import { useBefore } from '#ui/viewer/Compare.tsx'
import { VideoBar, type Playback } from '#ui/viewer/Film.tsx'
import { PictureBar, StageView } from '#ui/viewer/Stage.tsx'
import { ResultPager } from '#ui/viewer/Steps.tsx'
import { useSwipes } from '#ui/viewer/use-swipes.ts'
import { useZoom } from '#ui/viewer/use-zoom.ts'
import type { Viewable } from '#ui/viewer/view-list.ts'
import { handleViewerKey } from '#ui/viewer/viewer-keys.ts'

type Props<T extends Viewable> = {
  /** The id of the result to show first. */
  start: string
  views: readonly T[]
  /** Returns the address of the picture that a result was made from. Must not change. */
  sourceOf?(view: T, views: readonly T[]): string | undefined
  /** Called when few results are left before the end of the list. */
  onEnd?(): void
  /** @param last the id of the result that was shown last; empty if none is left */
  onClose(last: string): void
  locale: string
  t: Translate
  /** Renders everything about a result, beside it or on a phone below it. */
  children(view: T, acts: { show(view: T): void; close(): void }): ReactNode
}

/** With no more results than this before the end of the list, more of them are loaded. */
const AHEAD = 2

/** Shows results one by one in the whole window, with what the page knows about each. */
export function ViewerFrame<T extends Viewable>(props: Props<T>) {
  const { start, views, sourceOf, onEnd, onClose, locale, t, children } = props
  const { at, view, go, show } = usePlace(start, views, onEnd)
  const { dialog, close } = useViewerDialog()
  const control = useZoom(view?.id ?? '', go)
  const swipes = useSwipes(go)
  const [playback, setPlayback] = useState<Playback>({ loop: false, speed: 1 })
  const [comparing, setComparing] = useState(false)
  const source = useMemo(() => view && sourceOf?.(view, views), [view, views, sourceOf])
  const before = useBefore(view?.as === 'image' ? view.address : '', source)
  useEffect(() => {
    if (view === undefined) onClose('')
  })
  if (view === undefined) return null
  const title = t('field.view.title', { number: at + 1, count: views.length })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys do what its buttons do
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={title}
      onClose={() => onClose(view.id)}
      onKeyDown={event => handleViewerKey(event, { go, control })}
      className="h-dvh max-h-none w-full max-w-none flex-col overflow-hidden overscroll-contain bg-ground text-text outline-none open:flex md:flex-row"
    >
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <StageView
          {...{ view, control, swipes, playback, t }}
          compared={comparing ? before : null}
        />
        <div className="flex flex-none flex-wrap items-center justify-center gap-x-4 p-2">
          <ResultPager at={at} count={views.length} title={title} go={go} t={t} />
          {view.as === 'video' && (
            <VideoBar playback={playback} onPlayback={setPlayback} locale={locale} t={t} />
          )}
          {view.as === 'image' && (
            <PictureBar
              control={control}
              comparing={before === null ? null : comparing}
              onCompare={() => setComparing(!comparing)}
              locale={locale}
              t={t}
            />
          )}
        </div>
      </div>
      {children(view, { show, close })}
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
function usePlace<T extends Viewable>(
  start: string,
  views: readonly T[],
  onEnd?: () => void
): { at: number; view: T | undefined; go(step: number): void; show(view: T): void } {
  const find = (wanted: string): number => views.findIndex(({ id }) => id === wanted)
  const [place, setPlace] = useState(() => ({ id: start, at: Math.max(0, find(start)) }))
  const found = find(place.id)
  const at = found === -1 ? Math.min(place.at, views.length - 1) : found
  const show = (view: T): void => setPlace({ id: view.id, at: views.indexOf(view) })
  return {
    at,
    view: views[at],
    show,
    go(step) {
      const next = views[at + step]
      if (next !== undefined) show(next)
      if (at + step >= views.length - AHEAD) onEnd?.()
    }
  }
}

/**
 * Opens the dialog and keeps the page behind it from scrolling. If a button with the focus
 * disappears together with its result, the dialog gets the focus.
 */
function useViewerDialog(): { dialog: ReturnType<typeof useDialog>; close(): void } {
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
  const close = useCallback(() => dialog.current?.close(), [dialog])
  return { dialog, close }
}
