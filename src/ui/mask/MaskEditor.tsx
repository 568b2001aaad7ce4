import { useState } from 'react'
import type { MaskMarks } from '#core/field.ts'
import type { Translate } from '#i18n/translate.ts'
import { EditorDialog } from '#ui/mask/EditorDialog.tsx'
import { MaskPainting } from '#ui/mask/MaskPainting.tsx'

type Props = {
  /** Address of the picture. */
  picture: string
  /** How the mask marks what changes. */
  marks: MaskMarks
  onDone(mask: File): void
  onClose(): void
  t: Translate
}

/** Lets the user paint over the part of a picture that changes. */
export function MaskEditor({ picture, marks, onDone, onClose, t }: Props) {
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
          marks={marks}
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
