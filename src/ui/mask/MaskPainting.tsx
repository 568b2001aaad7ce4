import { useEffect, useRef, useState } from 'react'
import type { MaskMarks } from '#core/field.ts'
import type { Translate } from '#i18n/translate.ts'
import { createMaskFile, type Size } from '#ui/mask/mask-file.ts'
import { MaskTools } from '#ui/mask/MaskTools.tsx'
import { useMask, type Mask } from '#ui/mask/use-mask.ts'
import { useView } from '#ui/mask/use-view.ts'

/** The canvas has at most this many pixels on its longer side, which is enough for the display. */
const SHARP = 1600

/** The width of a faded edge, as a share of the picture's longer side. */
const FEATHER = 0.01

type Props = {
  picture: string
  size: Size
  marks: MaskMarks
  onDone(mask: File): void
  t: Translate
  /** Another button, beside the one that uses the mask. */
  children: React.ReactNode
}

/** The picture, the mask above it and the tools that paint it. */
export function MaskPainting({ picture, size, marks, onDone, t, children }: Props) {
  const [canvas, mask] = useMask(size)
  const [area, view] = useView(mask.painter)
  const [soft, setSoft] = useState(false)
  const [said, setSaid] = useState('')
  const [width, height] = size
  const long = Math.max(width, height)
  const finish = async (): Promise<void> => {
    const feather = soft ? Math.round(long * FEATHER) : 0
    const file = await createMaskFile(mask.strokes, size, { feather, marks })
    if (typeof file === 'string') setSaid(t(`field.mask.${file}`))
    else onDone(file)
  }
  return (
    <>
      <MaskTools
        mask={mask}
        zoom={view.zoom}
        onZoom={view.setZoom}
        soft={soft}
        onSoft={setSoft}
        t={t}
      />
      <Sheet
        area={area}
        canvas={canvas}
        mask={mask}
        picture={picture}
        size={size}
        view={view}
        t={t}
      />
      <p id="mask-keys" className="text-12 text-muted" style={{ maxWidth: '48rem' }}>
        {t('field.mask.keys')}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="button button-primary" onClick={() => void finish()}>
          {t('field.mask.use')}
        </button>
        {children}
        <output className="text-13 text-muted">{said}</output>
      </div>
    </>
  )
}

type SheetProps = Pick<Props, 'picture' | 'size' | 't'> & {
  canvas: React.RefObject<HTMLCanvasElement | null>
  mask: Mask
  area: React.RefObject<HTMLDivElement | null>
  view: ReturnType<typeof useView>[1]
}

/** Shows the picture, the mask over it, and the place where the next key press paints. */
function Sheet({ area, canvas, mask, picture, size: [width, height], view, t }: SheetProps) {
  const long = Math.max(width, height)
  return (
    <div
      ref={area}
      // The places in a picture are the same in every language.
      dir="ltr"
      className="max-w-full overflow-auto rounded-control bg-surface-2"
      style={{ maxHeight: '60dvh', containerType: 'inline-size' }}
    >
      <div
        className="relative mx-auto"
        style={{
          aspectRatio: `${width} / ${height}`,
          width: `calc(min(100cqw, 60dvh * ${width / height}) * ${view.zoom})`
        }}
      >
        <img src={picture} alt="" className="absolute inset-0 size-full" draggable={false} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys paint here */}
        <div
          role="application"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys paint here
          tabIndex={0}
          aria-label={t('field.mask.area')}
          aria-describedby="mask-keys"
          className="absolute inset-0"
          onKeyDown={mask.press}
        >
          <canvas
            ref={canvas}
            width={Math.round(width * Math.min(1, SHARP / long))}
            height={Math.round(height * Math.min(1, SHARP / long))}
            // The browser would scroll or zoom the page instead of painting.
            style={{ touchAction: 'none', cursor: 'crosshair', opacity: 0.6 }}
            className="size-full"
            {...view.pointer}
          />
        </div>
        {mask.cursor !== null && (
          <Brush
            key={mask.cursor.join()}
            at={mask.cursor}
            wide={mask.width}
            size={[width, height]}
          />
        )}
      </div>
    </div>
  )
}

type BrushProps = Pick<Props, 'size'> & {
  at: NonNullable<Mask['cursor']>
  /** Its width in pixels of the picture. */
  wide: number
}

/** Shows where the next key press paints, and scrolls there. */
function Brush({ at, wide, size: [width, height] }: BrushProps) {
  const brush = useRef<SVGCircleElement>(null)
  useEffect(() => {
    brush.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full"
    >
      <circle
        ref={brush}
        cx={at[0]}
        cy={at[1]}
        r={wide / 2}
        fill="none"
        strokeWidth={Math.max(width, height) / 200}
        className="stroke-accent"
      />
    </svg>
  )
}
