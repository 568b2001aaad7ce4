import { useRef } from 'react'
import type { Translate } from '#i18n/translate.ts'

/** The three stops of a phone's sheet. */
export type Detent = 'low' | 'half' | 'full'

const STOPS: readonly Detent[] = ['low', 'half', 'full']

/** Smallest finger movement that counts as a drag, in pixels. */
const PULL = 24

type Props = { detent: Detent; onDetent(detent: Detent): void; t: Translate }

/**
 * The handle of a phone's sheet. A drag moves the sheet one stop up or down; a tap moves it to the
 * next stop.
 */
export function SheetHandle({ detent, onDetent, t }: Props) {
  const from = useRef<number | null>(null)
  const at = STOPS.indexOf(detent)
  return (
    <button
      type="button"
      className="grid h-7 flex-none touch-none place-items-center md:hidden"
      aria-label={t(`field.sheet.${detent}`)}
      aria-expanded={detent !== 'low'}
      onPointerDown={event => {
        from.current = event.clientY
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerUp={event => {
        const pulled = (from.current ?? event.clientY) - event.clientY
        from.current = Math.abs(pulled) < PULL ? null : event.clientY
        // Beyond the last stop, the sheet stays where it is.
        if (from.current !== null) onDetent(STOPS[at + Math.sign(pulled)] ?? detent)
      }}
      onClick={() => {
        // A drag also ends with a click.
        if (from.current === null) onDetent(STOPS[at + 1] ?? 'low')
        from.current = null
      }}
    >
      <span className="h-1 w-9 rounded-full bg-line-strong" />
    </button>
  )
}
