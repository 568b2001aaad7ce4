import { useEffect, useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { copyImage, mayCopyImages } from '#ui/viewer/copy-image.ts'
import { IconButton } from '#ui/viewer/IconToggle.tsx'
import { VIEWER_ICONS } from '#ui/viewer/strokes.ts'

/** The button shows for this long that it has copied, in milliseconds. */
const SHOWN = 2000

/** An icon button that copies an image and confirms it, or shows why that failed. */
export function CopyImageButton({ address, t }: { address: string; t: Translate }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  useEffect(() => {
    const timer = state === 'copied' ? setTimeout(() => setState('ready'), SHOWN) : undefined
    return () => clearTimeout(timer)
  }, [state])
  if (!mayCopyImages()) return null
  const copy = (): void =>
    void copyImage(address).then(
      () => setState('copied'),
      () => setState('failed')
    )
  return (
    <>
      <IconButton
        name={t('field.view.copy_image')}
        path={state === 'copied' ? CARD_ICONS.check : VIEWER_ICONS.image}
        onPress={copy}
      />
      <output className={state === 'failed' ? 'w-full text-13' : 'sr-only'}>
        {state === 'copied' && t('field.card.copied')}
        {state === 'failed' && t('field.view.copy_failed')}
      </output>
    </>
  )
}
