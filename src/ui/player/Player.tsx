import { useEffect, useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { playerOf, stopPlaying, togglePlaying, type Playing } from '#stores/playing.ts'
import { readVolume, saveVolume } from '#stores/volume.ts'
import { smaller } from '#ui/tool/picture.ts'
import { clock } from '#ui/tool/clock.ts'
import { CARD } from '#ui/tool/card-strokes.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

type Props = { playing: Playing; t: Translate }

/**
 * The page's only audio player: track, position and volume. It stays visible while the results
 * scroll.
 */
export function Player({ playing: { track, state }, t }: Props) {
  const label = t(state === 'playing' ? 'field.player.pause' : 'field.song.play', {
    title: track.title
  })
  return (
    <section
      aria-label={t('field.player.title')}
      className="flex flex-none flex-wrap items-center gap-x-2 border-t border-line bg-surface-1 px-3 py-2 lg:flex-nowrap lg:gap-x-3 md:px-4"
    >
      {track.cover !== '' && (
        <img
          src={smaller(track.cover, 320)}
          alt=""
          width="44"
          height="44"
          className="size-11 flex-none rounded-control object-cover"
        />
      )}
      <button
        type="button"
        className="icon-button"
        title={label}
        aria-label={label}
        onClick={() => togglePlaying(track)}
      >
        {state === 'playing' ? <Glyph path={CARD.pause} /> : <Glyph path={CARD.play} />}
      </button>
      <p className="min-w-0 flex-1 truncate text-13 font-medium lg:max-w-56">
        <bdi>{track.title}</bdi>
        {track.line !== '' && (
          <span className="block truncate text-12 font-normal text-faint">
            <bdi>{track.line}</bdi>
          </span>
        )}
      </p>
      <div className="flex items-center gap-3 max-lg:order-last max-lg:basis-full lg:flex-1">
        {state === 'failed' ? (
          <p role="alert" className="flex-1 text-13 text-bad">
            {t('field.player.failed')}
          </p>
        ) : (
          <Seek t={t} />
        )}
        <Volume t={t} />
      </div>
      <button
        type="button"
        className="icon-button"
        title={t('field.player.close')}
        aria-label={t('field.player.close')}
        onClick={({ detail }) => close(track, detail > 0)}
      >
        <Glyph path={CARD.close} />
      </button>
    </section>
  )
}

/**
 * Moves the focus to the song in the list before the player disappears. After a click with a
 * pointer, the page does not scroll to it.
 */
function close({ url }: Playing['track'], byPointer: boolean): void {
  const song =
    document.querySelector<HTMLElement>(`[data-song="${CSS.escape(url)}"]`) ??
    document.querySelector('main')
  song?.focus({ preventScroll: byPointer })
  stopPlaying()
}

/** The position in the track. Times run from left to right in every language. */
function Seek({ t }: { t: Translate }) {
  const { at, length } = usePlace()
  return (
    <div
      dir="ltr"
      className="flex min-w-0 flex-1 items-center gap-2 text-12 text-faint tabular-nums"
    >
      <span>{clock(at)}</span>
      <input
        type="range"
        min={0}
        max={length}
        step={0.1}
        value={Math.min(at, length)}
        aria-label={t('field.player.seek')}
        aria-valuetext={clock(at)}
        onChange={event => {
          playerOf().currentTime = Number(event.currentTarget.value)
        }}
        className="min-h-6 min-w-0 flex-1"
      />
      <span>{clock(length)}</span>
    </div>
  )
}

/** Tracks the playback position and the track's length, in seconds. */
function usePlace(): { at: number; length: number } {
  const [place, setPlace] = useState({ at: 0, length: 0 })
  useEffect(() => {
    const player = playerOf()
    const look = (): void =>
      setPlace({
        at: player.currentTime,
        length: Number.isFinite(player.duration) ? player.duration : 0
      })
    const events = ['timeupdate', 'durationchange', 'seeked', 'loadedmetadata', 'emptied']
    look()
    for (const event of events) player.addEventListener(event, look)
    return () => {
      for (const event of events) player.removeEventListener(event, look)
    }
  }, [])
  return place
}

function Volume({ t }: { t: Translate }) {
  const [volume, setVolume] = useState(readVolume)
  const turn = (next: number): void => {
    setVolume(next)
    saveVolume(next)
    playerOf().volume = next / 100
  }
  return (
    <label className="flex flex-none items-center gap-1.5 text-muted">
      <Glyph path={CARD.sound} className="turns" />
      <input
        type="range"
        dir="ltr"
        min={0}
        max={100}
        value={volume}
        aria-label={t('field.player.volume')}
        onChange={event => turn(Number(event.currentTarget.value))}
        className="min-h-6 w-16 lg:w-24"
      />
    </label>
  )
}
