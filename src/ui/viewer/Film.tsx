import { useEffect, useRef } from 'react'
import { formatNumber } from '#core/format.ts'
import type { Translate } from '#i18n/translate.ts'
import { IconButton } from '#ui/viewer/IconToggle.tsx'
import { nameWithKey } from '#ui/viewer/key-hints.ts'
import { VIEWER_ICONS } from '#ui/viewer/strokes.ts'
import type { Viewable } from '#ui/viewer/view-list.ts'

/** Settings for playing videos in the viewer. They stay when the viewer shows the next video. */
export type Playback = { loop: boolean; speed: number }

const SPEEDS = [0.5, 1, 1.5, 2]

/** Frames per second of most generated videos. Browsers do not tell the rate of a file. */
const USUAL_RATE = 24

/** Pauses a video and moves it by one frame. */
export function stepFrame(film: HTMLVideoElement, step: 1 | -1): void {
  film.pause()
  film.currentTime = Math.max(0, film.currentTime + step / USUAL_RATE)
}

type VideoProps = { view: Viewable; playback: Playback; onError(): void }

/** A video with the browser's controls. */
export function VideoView({ view, playback: { loop, speed }, onError }: VideoProps) {
  const film = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (film.current === null) return
    // The default speed must be set, too, because a video returns to it when it loads.
    film.current.defaultPlaybackRate = speed
    film.current.playbackRate = speed
  }, [speed])
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is made has no words to be read
    <video
      ref={film}
      src={view.address}
      poster={view.picture || undefined}
      loop={loop}
      controls
      playsInline
      preload="auto"
      crossOrigin="anonymous"
      aria-label={view.prompt}
      onError={onError}
      className="absolute inset-0 size-full object-contain p-2"
    />
  )
}

type BarProps = {
  playback: Playback
  onPlayback(next: Playback): void
  locale: string
  t: Translate
}

/** The buttons that step through a video, repeat it and change its speed. */
export function VideoBar({ playback, onPlayback, locale, t }: BarProps) {
  const step = (way: 1 | -1, from: Element): void => {
    const film = from.closest('dialog')?.querySelector('video')
    if (film) stepFrame(film, way)
  }
  return (
    <div className="flex items-center" dir="ltr">
      <IconButton
        {...nameWithKey('field.view.frame_previous', t)}
        path={VIEWER_ICONS.frameBack}
        onPress={from => step(-1, from)}
      />
      <IconButton
        {...nameWithKey('field.view.frame_next', t)}
        path={VIEWER_ICONS.frameForth}
        onPress={from => step(1, from)}
      />
      <IconButton
        name={t('field.view.loop')}
        path={VIEWER_ICONS.loop}
        pressed={playback.loop}
        onPress={() => onPlayback({ ...playback, loop: !playback.loop })}
      />
      <select
        className="min-h-control rounded-control bg-transparent px-2 text-13 text-muted"
        aria-label={t('field.view.speed')}
        title={t('field.view.speed')}
        value={playback.speed}
        onChange={({ currentTarget }) =>
          onPlayback({ ...playback, speed: Number(currentTarget.value) })
        }
      >
        {SPEEDS.map(speed => (
          <option key={speed} value={speed}>
            {formatNumber(speed, locale)}×
          </option>
        ))}
      </select>
    </div>
  )
}
