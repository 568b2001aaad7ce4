import { atom } from 'nanostores'
import { onReset } from '#stores/persisted.ts'
import { readVolume } from '#stores/volume.ts'

export type Track = { id: string; url: string; title: string; line: string; cover: string }

/** What the page's one player has. `failed`: it cannot be played. */
export type Playing = { track: Track; state: 'playing' | 'paused' | 'failed' }

export const $playing = atom<Playing | null>(null)

let audio: HTMLAudioElement | null = null

onReset(stopPlaying)

/** Plays a song from its beginning, or goes on with the one that is there, or holds it. */
export function togglePlaying(track: Track): void {
  const player = playerOf()
  if ($playing.get()?.track.id !== track.id) {
    $playing.set({ track, state: 'playing' })
    player.src = track.url
    player.volume = readVolume() / 100
  } else if (!player.paused) return player.pause()
  // A press has to begin the sound itself, before anything is fetched: browsers forbid it later.
  player.play().catch((thrown: unknown) => {
    if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) tell('failed')
  })
}

/** Ends the player and lets go of what it has loaded. */
export function stopPlaying(): void {
  audio?.pause()
  audio?.remove()
  audio?.removeAttribute('src')
  audio?.load()
  audio = null
  $playing.set(null)
}

/** The element that sounds; made when it is first needed. */
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
