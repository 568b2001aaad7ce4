import { atom } from 'nanostores'
import { onReset } from '#stores/persisted.ts'
import { readVolume } from '#stores/volume.ts'

type Track = { id: string; url: string; title: string; line: string; cover: string }

/** The track in the page's only player. `failed`: it cannot be played. */
export type Playing = { track: Track; state: 'playing' | 'paused' | 'failed' }

export const $playing = atom<Playing | null>(null)

let audio: HTMLAudioElement | null = null

onReset(stopPlaying)

/** Plays a track from the beginning, or pauses or resumes the current one. */
export function togglePlaying(track: Track): void {
  const player = playerOf()
  if ($playing.get()?.track.id !== track.id) {
    $playing.set({ track, state: 'playing' })
    player.src = track.url
    player.volume = readVolume() / 100
  } else if (!player.paused) return player.pause()
  // Start the sound within the click's event handler. Browsers block it after anything
  // asynchronous.
  player.play().catch((thrown: unknown) => {
    if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) tell('failed')
  })
}

/** Stops the player and frees what it has loaded. */
export function stopPlaying(): void {
  audio?.pause()
  audio?.remove()
  audio?.removeAttribute('src')
  audio?.load()
  audio = null
  $playing.set(null)
}

/** Returns the audio element and creates it on first use. */
export function playerOf(): HTMLAudioElement {
  if (audio !== null) return audio
  const player = document.createElement('audio')
  player.crossOrigin = 'anonymous'
  player.preload = 'metadata'
  player.addEventListener('play', () => tell('playing'))
  player.addEventListener('pause', () => tell('paused'))
  player.addEventListener('error', () => player.hasAttribute('src') && tell('failed'))
  addEventListener('pagehide', hold)
  document.body.append(player)
  audio = player
  return player
}

function hold(): void {
  audio?.pause()
}

function tell(state: Playing['state']): void {
  const playing = $playing.get()
  if (playing !== null) $playing.set({ ...playing, state })
}
