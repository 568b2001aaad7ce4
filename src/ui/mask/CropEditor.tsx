import { useMemo, useState } from 'react'
import type { FileField } from '#core/field.ts'
import type { Translate } from '#i18n/translate.ts'
import { canvasLimit, createCropFile, type Loaded } from '#ui/mask/crop-file.ts'
import { boundSize } from '#ui/mask/crop-frame.ts'
import { CropControls, CropRatioCards } from '#ui/mask/CropControls.tsx'
import { listCropRatios, type CropRatios } from '#ui/mask/crop-ratios.ts'
import { CropStage } from '#ui/mask/CropStage.tsx'
import { EditorDialog } from '#ui/mask/EditorDialog.tsx'
import { useCrop } from '#ui/mask/use-crop.ts'

type Form = Parameters<typeof listCropRatios>

export type CropEditorProps = {
  /** Address of the image. */
  picture: string
  /** Name of the image's file; empty if it is not known. */
  name: string
  field: FileField
  action: Form[0]
  values: Form[1]
  /** True if the form has a mask of this image. */
  hasMask: boolean
  onDone(file: File): void
  onClose(): void
  t: Translate
}

/** Lets the user cut out a part of an image, in a ratio that the form needs, and turn it. */
export function CropEditor(props: CropEditorProps) {
  const { picture, action, values, onDone, onClose, t } = props
  const [isDone, setDone] = useState(false)
  // The choices of the form do not change while the dialog is open.
  const [ratios] = useState(() => listCropRatios(action, values))
  return (
    <EditorDialog
      picture={picture}
      title={t('field.crop.title')}
      reads
      isDone={isDone}
      onClose={onClose}
      t={t}
    >
      {(loaded, cancel) => (
        <Cropping
          {...props}
          {...ratios}
          loaded={loaded}
          cancel={cancel}
          onDone={file => {
            if (file !== null) onDone(file)
            setDone(true)
          }}
        />
      )}
    </EditorDialog>
  )
}

type CroppingProps = Omit<CropEditorProps, 'onDone'> &
  CropRatios & {
    loaded: Loaded
    cancel: React.ReactNode
    /** Null if the user keeps the image as it is. */
    onDone(file: File | null): void
  }

function Cropping(props: CroppingProps) {
  const { loaded, ratios, chosen, name, field, hasMask, cancel, onDone, t } = props
  const crop = useCrop(loaded.size, chosen)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const limit = useMemo(() => canvasLimit(loaded.size), [loaded])
  const { frame, turns } = crop
  const output = boundSize([frame.width, frame.height], limit)
  const [width, height] = output
  const { least = 0, bytes } = field
  const notes = [
    Math.min(...output) < least && t('field.crop.too_small', { least }),
    width < frame.width && t('field.crop.bounded', { width, height }),
    hasMask && !crop.isWhole && t('field.crop.mask'),
    failed && t('field.issue.file_too_large', { max: Math.round(bytes / 1e6) })
  ].filter(each => each !== false)
  const finish = async (): Promise<void> => {
    if (crop.isWhole) return onDone(null)
    setBusy(true)
    const file = await createCropFile(loaded, { frame, turns }, { output, name, bytes })
    setBusy(false)
    if (file === null) setFailed(true)
    else onDone(file)
  }
  return (
    <>
      <CropStage loaded={loaded} crop={crop} t={t} />
      <CropRatioCards ratios={ratios} crop={crop} t={t} />
      <CropControls crop={crop} t={t} />
      <output className="sr-only">{t('field.crop.size', { width, height })}</output>
      <output className="grid gap-1 text-13 text-warn empty:hidden">
        {notes.map(note => (
          <span key={note}>{note}</span>
        ))}
      </output>
      <div className="flex flex-wrap items-center gap-3">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={busy}
          onClick={() => busy || void finish()}
        >
          {t('field.crop.use')}
        </button>
        {cancel}
        <button type="button" className="button button-quiet ms-auto" onClick={crop.reset}>
          {t('field.crop.reset')}
        </button>
      </div>
    </>
  )
}
