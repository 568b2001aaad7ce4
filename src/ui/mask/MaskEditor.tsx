import { useEffect, useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { useDialog } from '#ui/chat/use-dialog.ts'
import type { Size } from '#ui/mask/mask-file.ts'
import { MaskPainting } from '#ui/mask/MaskPainting.tsx'

type Props = {
  /** Address of the picture. */
  picture: string
  onDone(mask: File): void
  onClose(): void
  t: Translate
}

/** Lets the user paint over the part of a picture that changes. */
export function MaskEditor({ picture, onDone, onClose, t }: Props) {
  const dialog = useDialog()
  const [size, setSize] = useState<Size | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const image = new Image()
    image.addEventListener('load', () => setSize([image.naturalWidth, image.naturalHeight]))
    image.addEventListener('error', () => setFailed(true))
    image.src = picture
  }, [picture])
  const close = (): void => dialog.current?.close()
  const cancel = (
    <button type="button" className="button button-quiet w-fit" onClick={close}>
      {t('field.mask.cancel')}
    </button>
  )
  return (
    <dialog
      ref={dialog}
      // A stroke may end beside the picture, which is no reason to close the editor.
      closedby="closerequest"
      aria-labelledby="mask-title"
      onClose={onClose}
      className="dialog max-h-none w-fit max-w-[calc(100vw-1rem)] gap-3 p-4 open:grid"
    >
      <h2 id="mask-title" className="text-16">
        {t('field.mask.title')}
      </h2>
      {failed && (
        <p role="alert" className="text-13">
          {t('field.issue.unreachable')}
        </p>
      )}
      {size === null ? (
        cancel
      ) : (
        <MaskPainting
          picture={picture}
          size={size}
          onDone={mask => {
            onDone(mask)
            close()
          }}
          t={t}
        >
          {cancel}
        </MaskPainting>
      )}
    </dialog>
  )
}
