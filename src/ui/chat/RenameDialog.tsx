import type { Failure } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'
import { AskDialog } from '#ui/chat/AskDialog.tsx'

/** The most characters in a title. */
const MAX_TITLE = 200

type Props = {
  title: string
  busy: boolean
  failure: Failure | null
  plans: string
  /** Receives the new title without spaces at its ends. It may be empty or unchanged. */
  onName(name: string): void
  onClose(): void
  t: Translate
}

/** Asks for the new title of a conversation. */
export function RenameDialog({ title, onName, t, ...dialog }: Props) {
  return (
    <AskDialog
      title={t('chat.rename.title')}
      action={t('chat.rename.save')}
      onSubmit={form => onName(String(form.get('title')).trim())}
      {...dialog}
      t={t}
    >
      <label className="field">
        <span className="field-label">{t('chat.rename.label')}</span>
        <input
          name="title"
          className="input"
          dir="auto"
          placeholder=" "
          autoComplete="off"
          maxLength={MAX_TITLE}
          defaultValue={title}
          onFocus={event => event.currentTarget.select()}
          // The dialog focuses the element with this attribute when it opens. React does not write
          // the attribute.
          ref={field => field?.setAttribute('autofocus', '')}
        />
      </label>
    </AskDialog>
  )
}
