import { LibraryBig } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { findChosenModel, type ExtrasOptions } from '#islands/extras-options.ts'
import { loadOrNotify } from '#islands/lazily.ts'
import { draftKey } from '#stores/drafts.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'

/** The buttons of a composer that attach a file of the user's library or, on phones, a photo. */
export function AttachButtons(options: ExtrasOptions) {
  const [photo, setPhoto] = useState<typeof import('#islands/AttachPhoto.tsx') | null>(null)
  const model = findChosenModel(options)
  // Where the composer takes any file, the browser's own choice has the camera.
  const isWanted = model?.isImageSupported === true && !model.isFileSupported
  useEffect(() => {
    if (isWanted) void import('#islands/AttachPhoto.tsx').then(setPhoto, () => undefined)
  }, [isWanted])
  return (
    <>
      <LibraryButton {...options} />
      {isWanted && photo !== null && <photo.AttachPhoto {...options} />}
    </>
  )
}

/** Opens the user's library. The dialog loads on use. */
function LibraryButton(options: ExtrasOptions) {
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
