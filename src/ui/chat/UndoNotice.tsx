import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent } from 'react'
import { createPortal } from 'react-dom'
import type { Translate } from '#i18n/translate.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'

type Props = {
  text: string
  /** Whether the undo is running. */
  busy: boolean
  onUndo(): void
  onClose(): void
  t: Translate
}

/**
 * The notice stays this long, in milliseconds. Time in which the user hovers or focuses it does not
 * count.
 */
const STAYS = 10_000

/**
 * Reports an action and offers to undo it, above everything else, even a drawer. Escape closes it
 * while it has the focus.
 */
export function UndoNotice({ text, busy, onUndo, onClose, t }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState(false)
  const before = useRef<EventTarget | null>(null)
  useLayoutEffect(() => box.current?.showPopover(), [])
  useEffect(() => {
    if (held || busy) return undefined
    const timer = setTimeout(onClose, STAYS)
    return () => clearTimeout(timer)
  }, [held, busy, onClose])

  const enter = (event: FocusEvent<HTMLElement>): void => {
    setHeld(true)
    if (!event.currentTarget.contains(event.relatedTarget)) before.current = event.relatedTarget
  }
  const close = (): void => {
    // The focus returns to its previous element rather than to the start of the page.
    if (before.current instanceof HTMLElement) before.current.focus()
    onClose()
  }
  const leave = (event: FocusEvent<HTMLElement>): void =>
    setHeld(event.currentTarget.contains(event.relatedTarget))
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is heard here only keeps it from going, or closes it
    <div
      ref={box}
      popover="manual"
      role="group"
      aria-label={text}
      className="menu fixed inset-x-4 md:start-[calc(var(--rail)+17rem)] top-auto bottom-36 mx-auto w-fit max-w-[min(32rem,100vw-2rem)] items-center gap-2 py-1 ps-4 pe-1 open:flex"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={enter}
      onBlur={leave}
      onKeyDown={event => event.key === 'Escape' && close()}
    >
      <p className="line-clamp-3 min-w-0 py-2 text-14 break-words">{text}</p>
      <button
        type="button"
        className="button button-quiet flex-none"
        aria-disabled={busy}
        onClick={() => busy || onUndo()}
      >
        {t('chat.undo.action')}
      </button>
      <button
        type="button"
        className="icon-button flex-none"
        aria-label={t('chat.undo.close')}
        onClick={close}
      >
        <X {...ICON_PROPS} />
      </button>
    </div>,
    document.body
  )
}
