import { useState, type ComponentType } from 'react'
import type { Translate } from '#i18n/translate.ts'

type Editor = ComponentType<{
  picture: string
  onDone(mask: File): void
  onClose(): void
  t: Translate
}>

/** Opens the mask editor for a picture. The editor loads when the user asks for it. */
export function PaintMaskButton({
  picture,
  onDone,
  t
}: {
  picture: string
  onDone(mask: File): void
  t: Translate
}) {
  const [Shown, setShown] = useState<Editor | null>(null)
  const open = async (): Promise<void> => {
    const part = await import('#ui/mask/MaskEditor.tsx').catch(() => null)
    setShown(() => part?.MaskEditor ?? null)
  }
  return (
    <>
      <button type="button" className="button noscript:hidden" onClick={() => void open()}>
        {t('field.mask.paint')}
      </button>
      {Shown !== null && (
        <Shown picture={picture} onDone={onDone} onClose={() => setShown(null)} t={t} />
      )}
    </>
  )
}
