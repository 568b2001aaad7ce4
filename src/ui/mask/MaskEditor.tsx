import { useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { EditorDialog } from '#ui/mask/EditorDialog.tsx'
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
  const [isDone, setDone] = useState(false)
  return (
    <EditorDialog
      picture={picture}
      title={t('field.mask.title')}
      isDone={isDone}
      onClose={onClose}
      t={t}
    >
      {({ size }, cancel) => (
        <MaskPainting
          picture={picture}
          size={size}
          onDone={mask => {
            onDone(mask)
            setDone(true)
          }}
          t={t}
        >
          {cancel}
        </MaskPainting>
      )}
    </EditorDialog>
  )
}
