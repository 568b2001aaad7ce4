import { useState, type ComponentType } from 'react'
import type { MaskMarks } from '#core/field.ts'
import type { Translate } from '#i18n/translate.ts'

type Props = {
  picture: string
  /** How the mask marks what changes; white by default. */
  marks?: MaskMarks | undefined
  onDone(mask: File): void
  t: Translate
}

type Editor = ComponentType<Props & { marks: MaskMarks; onClose(): void }>

/** Opens the mask editor for a picture. The editor loads when the user asks for it. */
export function PaintMaskButton({ marks = 'white', t, ...rest }: Props) {
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
      {Shown !== null && <Shown {...rest} marks={marks} onClose={() => setShown(null)} t={t} />}
    </>
  )
}
