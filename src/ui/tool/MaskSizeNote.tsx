import { useEffect, useState } from 'react'
import { loadImageSize } from '#client/image-size.ts'
import type { Translate } from '#i18n/translate.ts'

type Props = {
  /** Addresses of the image and of its mask. */
  picture: string
  mask: string
  t: Translate
}

/** Tells the size that a mask must have, if it has another. The server refuses such a mask. */
export function MaskSizeNote({ picture, mask, t }: Props) {
  const [wanted, setWanted] = useState<readonly [number, number] | null>(null)
  useEffect(() => {
    let isOver = false
    void Promise.all([loadImageSize(picture), loadImageSize(mask)]).then(([size, own]) => {
      if (isOver) return
      const isOther = size !== null && own !== null && size.join() !== own.join()
      setWanted(isOther ? size : null)
    })
    return () => {
      isOver = true
    }
  }, [picture, mask])
  if (wanted === null) return null
  const [width, height] = wanted
  return (
    <p role="alert" className="field-issue">
      {t('field.mask.wrong_size', { width, height })}
    </p>
  )
}
