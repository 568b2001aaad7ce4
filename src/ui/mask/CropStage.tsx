import { useEffect, useRef } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { drawCrop, type Loaded } from '#ui/mask/crop-file.ts'
import type { Handle } from '#ui/mask/crop-frame.ts'
import type { CropState } from '#ui/mask/use-crop.ts'

/** The preview has at most this many pixels on its longer side, which is enough for the display. */
const SHARP = 1600

/** Edges can only be dragged. Keyboards resize by the frame and by its corners. */
const EDGES: readonly (readonly [Handle, cursor: string])[] = [
  [[0, -1], 'ns-resize'],
  [[0, 1], 'ns-resize'],
  [[-1, 0], 'ew-resize'],
  [[1, 0], 'ew-resize']
]

/** By name, the corners of the frame. */
const CORNERS = {
  top_left: [[-1, -1], 'nwse-resize'],
  top_right: [[1, -1], 'nesw-resize'],
  bottom_left: [[-1, 1], 'nesw-resize'],
  bottom_right: [[1, 1], 'nwse-resize']
} as const

/** Side of a handle in pixels, wide enough for a finger. The visible part is smaller. */
const REACH = 36

/** Visible on light and dark pictures alike. */
const WHITE = { background: 'white', boxShadow: '0 0 0 1px rgb(0 0 0 / 0.6)' }

type Props = { loaded: Loaded; crop: CropState; t: Translate }

/** The image and, above it, the frame with its handles. */
export function CropStage({ loaded, crop, t }: Props) {
  const { frame, turns, size } = crop
  const [width, height] = size
  const scale = Math.min(1, SHARP / Math.max(width, height))
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current === null) return
    drawCrop(canvas.current, loaded, { frame: { x: 0, y: 0, width, height }, turns })
  }, [loaded, turns, width, height])
  const place = {
    insetInlineStart: `${(100 * frame.x) / width}%`,
    insetBlockStart: `${(100 * frame.y) / height}%`,
    inlineSize: `${(100 * frame.width) / width}%`,
    blockSize: `${(100 * frame.height) / height}%`
  }
  return (
    <div className="overflow-hidden rounded-control bg-surface-2 p-4">
      {/* Places are those of the picture, which is the same in every language. */}
      <div
        dir="ltr"
        className="relative mx-auto touch-none"
        style={{
          aspectRatio: `${width} / ${height}`,
          width: `min(100%, 46dvh * ${width / height})`,
          cursor: 'crosshair'
        }}
        {...crop.pointer}
      >
        <canvas
          ref={canvas}
          width={Math.round(width * scale)}
          height={Math.round(height * scale)}
          className="size-full"
        />
        <div className="pointer-events-none absolute inset-0 overflow-hidden">
          <div
            className="absolute"
            style={{ ...place, boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.6)' }}
          />
        </div>
        <FrameBox place={place} onPress={crop.press} t={t} />
      </div>
    </div>
  )
}

type BoxProps = {
  place: React.CSSProperties
  onPress(event: React.KeyboardEvent): void
  t: Translate
}

/** The frame with its handles. Arrows move it, or the corner that has the focus. */
function FrameBox({ place, onPress, t }: BoxProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move it
    <div
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows move it
      tabIndex={0}
      aria-label={t('field.crop.frame')}
      aria-describedby="crop-keys"
      className="absolute"
      style={{ ...place, cursor: 'move', boxShadow: WHITE.boxShadow }}
      onKeyDown={onPress}
    >
      <Thirds />
      {EDGES.map(([handle, cursor]) => (
        <span
          key={cursor + handle.join()}
          aria-hidden="true"
          data-handle={handle.join()}
          className="absolute"
          style={{ ...edgePlace(handle), cursor }}
        />
      ))}
      {Object.entries(CORNERS).map(([name, [handle, cursor]]) => (
        <button
          key={name}
          type="button"
          data-handle={handle.join()}
          aria-label={t(`field.crop.${name}`)}
          className="absolute grid place-items-center rounded-full"
          style={{ ...cornerPlace(handle), cursor }}
        >
          <span className="pointer-events-none size-4 rounded-full" style={WHITE} />
        </button>
      ))}
    </div>
  )
}

/** The border of the frame, and lines at its thirds. */
function Thirds() {
  const line = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const
  return (
    <svg
      viewBox="0 0 3 3"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full"
    >
      <path d="M1 0V3M2 0V3M0 1H3M0 2H3" stroke="black" strokeWidth="2" opacity="0.2" {...line} />
      <path d="M1 0V3M2 0V3M0 1H3M0 2H3" stroke="white" opacity="0.7" {...line} />
      <path d="M0 0H3V3H0z" stroke="white" strokeWidth="4" {...line} />
    </svg>
  )
}

function cornerPlace([across, down]: Handle): React.CSSProperties {
  return {
    insetInlineStart: `calc(${50 + 50 * across}% - ${REACH / 2}px)`,
    insetBlockStart: `calc(${50 + 50 * down}% - ${REACH / 2}px)`,
    inlineSize: REACH,
    blockSize: REACH
  }
}

function edgePlace([across, down]: Handle): React.CSSProperties {
  const along = { start: `${REACH / 2}px`, size: `calc(100% - ${REACH}px)` }
  const over = (side: number): { start: string; size: string } => ({
    start: `calc(${50 + 50 * side}% - ${REACH / 4}px)`,
    size: `${REACH / 2}px`
  })
  const [inline, block] = across === 0 ? [along, over(down)] : [over(across), along]
  return {
    insetInlineStart: inline.start,
    inlineSize: inline.size,
    insetBlockStart: block.start,
    blockSize: block.size
  }
}
