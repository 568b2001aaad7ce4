import { useState, type ComponentType } from 'react'
import type { CropEditorProps } from '#ui/mask/CropEditor.tsx'
import { MASK_ICONS } from '#ui/mask/icons.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

type Props = Omit<CropEditorProps, 'onClose'> & { label: string }

/** Opens the crop editor for an image. The editor loads when the user asks for it. */
export function CropImageButton({ label, ...image }: Props) {
  const [Shown, setShown] = useState<ComponentType<CropEditorProps> | null>(null)
  const open = async (): Promise<void> => {
    const part = await import('#ui/mask/CropEditor.tsx').catch(() => null)
    setShown(() => part?.CropEditor ?? null)
  }
  const name = image.t('field.crop.open', { name: label })
  return (
    <>
      <button
        type="button"
        className="icon-button"
        title={name}
        aria-label={name}
        onClick={() => void open()}
      >
        <Glyph path={MASK_ICONS.crop} />
      </button>
      {Shown !== null && <Shown {...image} onClose={() => setShown(null)} />}
    </>
  )
}
