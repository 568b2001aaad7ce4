import { useEffect, useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { drawQr, QrError, type QrOptions, type QrProblem } from '#ui/qr.ts'

type Props = QrOptions & {
  /** What it holds. */
  text: string
  /** What it is, for those who cannot see it. */
  name: string
  t: Translate
}

/** Pixels a side where nothing else is asked for. */
const SIDE = 230

type Drawn = { picture: string } | { problem: QrProblem } | null

/** A text as a code to be read by a phone: black on white in every theme. Why there is none is said in its place. */
export function QrCode({ text, name, t, ...options }: Props) {
  const { version, errorCorrection, mask, type, quality, width = SIDE, dark, light } = options
  const [drawn, setDrawn] = useState<Drawn>(null)

  useEffect(() => {
    let over = false
    drawQr(text, { version, errorCorrection, mask, type, quality, width, dark, light } as QrOptions).then(
      picture => !over && setDrawn({ picture }),
      (thrown: unknown) => !over && setDrawn({ problem: thrown instanceof QrError ? thrown.problem : 'failed' })
    )
    return () => {
      over = true
    }
  }, [text, version, errorCorrection, mask, type, quality, width, dark, light])

  if (drawn === null) return <svg width={width} height={width} aria-hidden="true" />
  if ('picture' in drawn) return <img src={drawn.picture} alt={name} width={width} height={width} className="rounded-control" />
  return (
    <p role="alert" className="notice notice-bad text-14">
      {t(`common.qr.${drawn.problem}`)}
    </p>
  )
}
