import { useState } from 'react'
import { formatPercent } from '#core/format-span.ts'
import type { Translate } from '#i18n/translate.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'
import { scaledImageAddress } from '#ui/tool/picture.ts'
import { ImageComparison } from '#ui/viewer/Compare.tsx'
import { VideoView, type Playback } from '#ui/viewer/Film.tsx'
import { IconButton } from '#ui/viewer/IconToggle.tsx'
import { nameWithKey } from '#ui/viewer/key-hints.ts'
import { VIEWER_ICONS } from '#ui/viewer/strokes.ts'
import type { useSwipes } from '#ui/viewer/use-swipes.ts'
import type { useZoom, ZoomControl } from '#ui/viewer/use-zoom.ts'
import type { Viewable } from '#ui/viewer/view-list.ts'

type Props = {
  view: Viewable
  control: ReturnType<typeof useZoom>
  /** Swipes over a video or a cover; an image has those of `control`. */
  swipes?: ReturnType<typeof useSwipes>
  playback: Playback
  /** The picture to compare with; null to show only the result. */
  compared: { address: string; ratio: number } | null
  t: Translate
}

/**
 * The large result: an image that can be enlarged or compared, a video, or the cover of a song. A
 * file that cannot be loaded is a sentence instead.
 */
export function StageView({
  view,
  control: { stage, gestures, zoom },
  swipes,
  playback,
  compared,
  t
}: Props) {
  const [broken, setBroken] = useState('')
  const onError = (): void => setBroken(view.address)
  return (
    <div
      ref={stage}
      className={`relative grid min-h-0 flex-1 place-items-center overflow-hidden ${view.as === 'image' ? 'touch-none' : 'touch-pan-y touch-pinch-zoom'}`}
      style={{ containerType: 'size' }}
      {...(view.as !== 'image' ? swipes : compared === null ? gestures : {})}
    >
      {broken === view.address ? (
        <p role="alert" className="p-4 text-center text-muted">
          {t('field.view.broken')}
        </p>
      ) : view.as === 'video' ? (
        <VideoView key={view.id} {...{ view, playback, onError }} />
      ) : view.as === 'audio' ? (
        <Cover view={view} />
      ) : compared === null ? (
        <Picture key={view.id} {...{ view, zoom, onError }} />
      ) : (
        <ImageComparison key={view.id} view={view} before={compared} t={t} />
      )}
    </div>
  )
}

/** The cover of a song, or a sign for one without a cover. */
function Cover({ view: { picture, prompt } }: Pick<Props, 'view'>) {
  return picture === '' ? (
    <Glyph path={CARD_ICONS.sound} size={64} className="turns" />
  ) : (
    <img src={picture} alt={prompt} className="absolute inset-0 size-full object-contain p-2" />
  )
}

type PictureProps = Pick<Props, 'view'> & Pick<ZoomControl, 'zoom'> & { onError(): void }

function Picture({ view: { address, prompt }, zoom: { scale, x, y }, onError }: PictureProps) {
  const [loaded, setLoaded] = useState(false)
  return (
    <img
      src={address}
      alt={prompt}
      draggable={false}
      onLoad={() => setLoaded(true)}
      onError={onError}
      className="absolute inset-0 size-full object-contain p-2"
      style={{
        // The image follows the fingers in pixels of the screen. These are not mirrored in
        // right-to-left languages.
        transform: `matrix(${scale}, 0, 0, ${scale}, ${x}, ${y})`,
        // The page has this smaller picture already. It shows until the whole one has loaded.
        ...(!loaded && {
          background: `url(${JSON.stringify(scaledImageAddress(address, 640))}) center / contain no-repeat content-box`
        })
      }}
    />
  )
}

type BarProps = {
  control: ZoomControl
  /** Whether the image is being compared; null if there is nothing to compare it with. */
  comparing: boolean | null
  onCompare(): void
  locale: string
  t: Translate
}

/** The buttons that enlarge an image and compare it with its source. */
export function PictureBar({ control, comparing, onCompare, locale, t }: BarProps) {
  const { zoom, zoomBy } = control
  const whole = nameWithKey('field.view.zoom_reset', t)
  return (
    <div className="flex items-center">
      {comparing !== true && (
        <>
          <IconButton
            {...nameWithKey('field.view.zoom_out', t)}
            path={VIEWER_ICONS.smaller}
            off={zoom.scale === 1}
            onPress={() => zoomBy(-1)}
          />
          <button
            type="button"
            className="min-h-control w-12 rounded-control text-13 text-muted tabular-nums hover:text-text"
            title={whole.title}
            onClick={() => zoomBy(0)}
          >
            <span className="sr-only">{whole.name} </span>
            {formatPercent(Math.round(zoom.scale * 100), locale)}
          </button>
          <IconButton
            {...nameWithKey('field.view.zoom_in', t)}
            path={VIEWER_ICONS.larger}
            onPress={() => zoomBy(1)}
          />
        </>
      )}
      {comparing !== null && (
        <IconButton
          name={t('field.view.compare')}
          path={VIEWER_ICONS.compare}
          pressed={comparing}
          onPress={onCompare}
        />
      )}
    </div>
  )
}
