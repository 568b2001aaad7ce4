import type { FormEvent, ReactNode } from 'react'
import type { Failure } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'
import { DialogFrame } from '#ui/chat/DialogFrame.tsx'
import { FailureNote } from '#ui/chat/FailureNote.tsx'
import { useDialog } from '#ui/chat/use-dialog.ts'

type Props = {
  title: string
  /** Label of the button that performs the action. */
  action: string
  /** Whether the action is running. */
  busy: boolean
  failure: Failure | null
  plans: string
  onSubmit(form: FormData): void
  onClose(): void
  t: Translate
  children: ReactNode
}

/** A native modal dialog that asks before an action. Escape and its cancel button close it. */
export function AskDialog({
  title,
  action,
  busy,
  failure,
  plans,
  onSubmit,
  onClose,
  t,
  children
}: Props) {
  const dialog = useDialog()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!busy) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <DialogFrame dialog={dialog} title={title} closeName={t('chat.dialog.close')} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
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
    </DialogFrame>
  )
}
