import type { QueuedSong } from '#stores/queue.ts'

type MediaActs = {
  togglePlaying(): void
  stepSong(way: 1 | -1): void
  seekSong(second: number): void
  placeInSong(): number
}

/** How far the keys for rewinding move, in seconds. */
const JUMP = 10

/** Lets the media keys of keyboards, headphones and lock screens control the player. */
export function bindMediaKeys(acts: MediaActs): void {
  if (!('mediaSession' in navigator)) return
  const jump = (seconds: number) => (): void =>
    acts.seekSong(Math.max(0, acts.placeInSong() + seconds))
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => isShown('paused') && acts.togglePlaying(),
    pause: () => isShown('playing') && acts.togglePlaying(),
    previoustrack: () => acts.stepSong(-1),
    nexttrack: () => acts.stepSong(1),
    seekbackward: jump(-JUMP),
    seekforward: jump(JUMP),
    seekto: ({ seekTime }) => seekTime !== undefined && acts.seekSong(seekTime)
  }
  for (const [action, handler] of Object.entries(handlers)) {
    try {
      navigator.mediaSession.setActionHandler(action as MediaSessionAction, handler)
    } catch {
      // Older browsers do not know every action.
    }
  }
}

/** Checks the state that the system shows, since a key may be pressed twice. */
function isShown(state: MediaSessionPlaybackState): boolean {
  return navigator.mediaSession.playbackState === state
}

/** Tells the system which song plays. Without a song, only whether it plays. */
export function setMediaPlayback(isPlaying: boolean, song?: QueuedSong): void {
  if (!('mediaSession' in navigator)) return
  navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused'
  if (song === undefined) return
  const { title, line: artist, cover } = song
  const artwork = cover === '' ? [] : [{ src: cover }]
  navigator.mediaSession.metadata = new MediaMetadata({ title, artist, artwork })
}

/**
 * Tells the system the place in the song.
 * @param place and `length` in seconds; 0 while the length is unknown
 */
export function setMediaPosition(place: number, length: number): void {
  if (!('mediaSession' in navigator) || length === 0) return
  navigator.mediaSession.setPositionState({ duration: length, position: Math.min(place, length) })
}
