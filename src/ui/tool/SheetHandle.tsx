import { useRef } from 'react'
import type { Translate } from '#i18n/translate.ts'

/** How far a phone's sheet is drawn up. */
export type Detent = 'low' | 'half' | 'full'

const STOPS: readonly Detent[] = ['low', 'half', 'full']

/** Pixels that a finger has to move for it to be a pull. */
const PULL = 24

type Props = { detent: Detent; onDetent(detent: Detent): void; t: Translate }

/** Draws a phone's sheet up and down: by a pull, or stop by stop with each press. */
export function SheetHandle({ detent, onDetent, t }: Props) {
  const from = useRef<number | null>(null)
  const at = STOPS.indexOf(detent)
  const go = (steps: number): void => onDetent(STOPS[Math.min(Math.max(at + steps, 0), STOPS.length - 1)] ?? detent)
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
        // A pull ends with a click as well.
        if (from.current === null) onDetent(STOPS[(at + 1) % STOPS.length] ?? 'low')
        from.current = null
      }}
    >
      <span className="h-1 w-9 rounded-full bg-line-strong" />
    </button>
  )
}
