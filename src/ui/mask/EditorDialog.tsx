import { useEffect, useState, type ReactNode } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { useDialog } from '#ui/chat/use-dialog.ts'
import type { Loaded } from '#ui/mask/crop-file.ts'

type Props = {
  /** Address of the picture. */
  picture: string
  title: string
  /** True if pixels of the picture are read; another host has to permit that. */
  reads?: true
  /** Closes the dialog once it is true. */
  isDone: boolean
  onClose(): void
  t: Translate
  /**
   * Shows the editor once the picture has loaded.
   * @param cancel the button that closes the dialog
   */
  children(loaded: Loaded, cancel: ReactNode): ReactNode
}

/** The dialog in which users edit a picture. */
export function EditorDialog(props: Props) {
  const { picture, title, reads, isDone, onClose, t, children } = props
  const dialog = useDialog()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const image = new Image()
    image.addEventListener('load', () =>
      setLoaded({ image, size: [image.naturalWidth, image.naturalHeight] })
    )
    image.addEventListener('error', () => setFailed(true))
    if (reads) image.crossOrigin = 'anonymous'
    image.src = picture
  }, [picture, reads])
  // The button that has the focus first is replaced once the editor shows.
  useEffect(() => {
    if (loaded !== null) dialog.current?.querySelector<HTMLElement>('[role=application]')?.focus()
  }, [loaded, dialog])
  useEffect(() => {
    if (isDone) dialog.current?.close()
  }, [isDone, dialog])
  const cancel = (
    <button
      type="button"
      className="button button-quiet w-fit"
      onClick={() => dialog.current?.close()}
    >
      {t('field.library.cancel')}
    </button>
  )
  return (
    <dialog
      ref={dialog}
      // A stroke or a drag may end beside the picture, which is no reason to close the editor.
      closedby="closerequest"
      aria-labelledby="editor-title"
      onClose={onClose}
      className="dialog max-w-[calc(100vw-1rem)] gap-3 p-4 open:grid"
      style={{ inlineSize: '50rem', maxBlockSize: 'calc(100dvh - 1rem)' }}
    >
      <h2 id="editor-title" className="text-16">
        {title}
      </h2>
      {failed && (
        <p role="alert" className="text-13">
          {t('field.issue.unreachable')}
        </p>
      )}
      {loaded === null ? cancel : children(loaded, cancel)}
    </dialog>
  )
}
