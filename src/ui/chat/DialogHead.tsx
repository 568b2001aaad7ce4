import { X } from 'lucide-react'
import type { RefObject } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'

type Props = {
  /** The id of the heading, to which the dialog's `aria-labelledby` refers. */
  id: string
  title: string
  dialog: RefObject<HTMLDialogElement | null>
  t: Translate
}

/** The title of a dialog, and the button in its corner that closes it. */
export function DialogHead({ id, title, dialog, t }: Props) {
  const name = t('chat.dialog.close')
  return (
    <div className="flex items-start justify-between gap-4">
      <h2 id={id} className="text-20">
        {title}
      </h2>
      <button
        type="button"
        className="icon-button -my-1 -me-2"
        title={name}
        aria-label={name}
        onClick={() => dialog.current?.close()}
      >
        <X {...ICON_PROPS} />
      </button>
    </div>
  )
}
