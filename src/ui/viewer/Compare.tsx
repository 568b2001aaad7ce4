import { useEffect, useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'
import { scaledImageAddress } from '#ui/tool/picture.ts'
import { VIEWER_ICONS } from '#ui/viewer/strokes.ts'
import type { View } from '#ui/viewer/view-list.ts'

const LABEL = 'absolute top-1.5 rounded-full bg-ground/80 px-2 py-0.5 text-12 pointer-events-none'
const PICTURE = 'absolute inset-0 size-full object-contain'

/** The handle in the middle of the line. Its size is 32 pixels. */
const HANDLE = { insetBlockStart: 'calc(50% - 16px)', insetInlineStart: -15 }

type Props = {
  view: Pick<View, 'address' | 'prompt'>
  before: { address: string; ratio: number }
  t: Translate
}

/**
 * Shows an image over the image that it was made from, with a line between them that the user
 * moves. The invisible slider covers both, so the line can be dragged from anywhere. The earlier
 * image is on the left in every language.
 */
export function ImageComparison({ view, before: { address, ratio }, t }: Props) {
  const [at, setAt] = useState(50)
  return (
    <div
      dir="ltr"
      className="relative overflow-hidden rounded-control has-focus-visible:outline-2 has-focus-visible:outline-accent"
      style={{
        aspectRatio: ratio,
        inlineSize: `min(100cqw - 16px, (100cqh - 16px) * ${ratio})`
      }}
    >
      <img src={view.address} alt={view.prompt} className={PICTURE} />
      <img
        src={address}
        alt=""
        className={PICTURE}
        style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }}
      />
      <span className={`${LABEL} start-3`}>{t('field.view.before')}</span>
      <span className={`${LABEL} end-2`}>{t('field.view.after')}</span>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 w-0.5 bg-ground"
        style={{ insetInlineStart: `calc(${at}% - 1px)`, boxShadow: '0 0 0 1px var(--text)' }}
      >
        <span
          className="absolute grid size-8 place-items-center rounded-full bg-ground text-text shadow-float"
          style={HANDLE}
        >
          <Glyph path={VIEWER_ICONS.slide} />
        </span>
      </span>
      <input
        type="range"
        value={at}
        aria-label={t('field.view.compare')}
        onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </div>
  )
}

/**
 * Loads a small version of a picture for its shape.
 * @param address empty for none
 * @returns its width divided by its height; null until it has loaded
 */
function useRatio(address: string): number | null {
  const [found, setFound] = useState<{ address: string; ratio: number } | null>(null)
  useEffect(() => {
    if (address === '') return undefined
    const image = new Image()
    image.addEventListener('load', () =>
      setFound({ address, ratio: image.naturalWidth / image.naturalHeight })
    )
    image.src = scaledImageAddress(address, 320)
    return () => image.removeAttribute('src')
  }, [address])
  return found?.address === address ? found.ratio : null
}

/**
 * Returns the picture that an image was made from, if both have the same shape, so that they can be
 * compared.
 * @param address of the image; empty for none
 */
export function useBefore(
  address: string,
  source: string | undefined
): { address: string; ratio: number } | null {
  const isPicture = address !== '' && source !== undefined
  const [was, is] = [useRatio(isPicture ? source : ''), useRatio(isPicture ? address : '')]
  return isPicture && was !== null && is !== null && Math.abs(was / is - 1) < 0.02
    ? { address: source, ratio: is }
    : null
}
