import { useId, useLayoutEffect, useRef, type FormEvent, type ReactNode } from 'react'
import type { Failure } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'
import { FailureNote } from '#ui/chat/FailureNote.tsx'

type Props = {
  title: string
  /** What the button says that does it. */
  action: string
  /** It is being done. */
  busy: boolean
  failure: Failure | null
  plans: string
  onSubmit(form: FormData): void
  onClose(): void
  t: Translate
  children: ReactNode
}

/** Asks once more before something is done: native, modal, closed by Escape and by its own button. */
export function AskDialog({ title, action, busy, failure, plans, onSubmit, onClose, t, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!busy) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <dialog closedby="any" ref={dialog} className="dialog" aria-labelledby={heading} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <h2 id={heading} className="text-20">
          {title}
        </h2>
        {children}
        {failure !== null && <FailureNote failure={failure} plans={plans} t={t} />}
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {t('chat.dialog.cancel')}
          </button>
          <button type="submit" className="button button-primary" aria-disabled={busy}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  )
}
