import { useRef } from 'react'
import type { Translate } from '#i18n/translate.ts'

/** How far a phone's sheet is open. */
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
  const go = (steps: number): void =>
    onDetent(STOPS[Math.min(Math.max(at + steps, 0), STOPS.length - 1)] ?? detent)
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
        if (Math.abs(pulled) >= PULL) go(Math.sign(pulled))
      }}
      onClick={() => {
        // A drag also ends with a click.
        if (from.current === null) onDetent(STOPS[(at + 1) % STOPS.length] ?? 'low')
        from.current = null
      }}
    >
      <span className="h-1 w-9 rounded-full bg-line-strong" />
    </button>
  )
}
