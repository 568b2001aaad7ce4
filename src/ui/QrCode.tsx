import { useEffect, useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { drawQr, QrError, type QrOptions, type QrProblem } from '#ui/qr-image.ts'

type Props = QrOptions & {
  /** The code's contents. */
  text: string
  /** Alternative text for screen readers. */
  name: string
  t: Translate
}

/** Default side length in pixels. */
const SIDE = 230

type Drawn = { picture: string } | { problem: QrProblem } | null

/**
 * Shows a text as a QR code for phones, black on white in every theme. An error replaces a code
 * that cannot be drawn.
 */
export function QrCode({ text, name, t, ...options }: Props) {
  const { version, errorCorrection, mask, type, quality, width = SIDE, dark, light } = options
  const [drawn, setDrawn] = useState<Drawn>(null)

  useEffect(() => {
    let over = false
    drawQr(text, {
      version,
      errorCorrection,
      mask,
      type,
      quality,
      width,
      dark,
      light
    } as QrOptions).then(
      picture => !over && setDrawn({ picture }),
      (thrown: unknown) =>
        !over && setDrawn({ problem: thrown instanceof QrError ? thrown.problem : 'failed' })
    )
    return () => {
      over = true
    }
  }, [text, version, errorCorrection, mask, type, quality, width, dark, light])

  if (drawn === null) return <svg width={width} height={width} aria-hidden="true" />
  if ('picture' in drawn)
    return (
      <img
        src={drawn.picture}
        alt={name}
        width={width}
        height={width}
        className="rounded-control"
      />
    )
  return (
    <p role="alert" className="notice notice-bad text-14">
      {t(`common.qr.${drawn.problem}`)}
    </p>
  )
}
