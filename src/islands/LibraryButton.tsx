import { LibraryBig } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { findChosenModel, type ExtrasOptions } from '#islands/extras-options.ts'
import { loadOrNotify } from '#islands/lazily.ts'
import { draftKey } from '#stores/drafts.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'

/** The button of a composer that attaches a file of the user's library. Its dialog loads on use. */
export function LibraryButton(options: ExtrasOptions) {
  const { group, thread, t } = options
  const [dialog, setDialog] = useState<ReactNode>(null)
  const model = findChosenModel(options)
  const name = t('field.library.open')
  const open = async (): Promise<void> => {
    const part = await loadOrNotify(import('#islands/AttachFromLibrary.tsx'))
    if (part === null || model === undefined) return
    setDialog(
      <part.AttachFromLibrary
        model={model}
        draft={draftKey(group.id, thread.id)}
        onClose={() => setDialog(null)}
        t={t}
      />
    )
  }
  return (
    <>
      <button
        type="button"
        title={name}
        aria-label={name}
        aria-haspopup="dialog"
        onClick={() => void open()}
        className="icon-button"
      >
        <LibraryBig {...ICON_PROPS} />
      </button>
      {dialog !== null && createPortal(dialog, document.body)}
    </>
  )
}
