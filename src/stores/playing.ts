import { atom } from 'nanostores'
import { ensureSinglePlayback } from '#stores/hear-only.ts'
import { savePlayingMark, takePlayingMark } from '#stores/keep-playing.ts'
import { rereadKey, onReset } from '#stores/persisted.ts'
import {
  $queue,
  createQueue,
  removeFromQueue,
  stepQueue,
  type Queue,
  type QueuedSong
} from '#stores/queue.ts'
import { readVolume, saveVolume } from '#stores/volume.ts'

/** State of the current song. `failed`: it cannot be played. */
export const $playerState = atom<'playing' | 'paused' | 'failed'>('paused')

/** After this time a press on Previous starts the song again, in seconds. */
const AGAIN = 3

/** How often the place is saved while a song plays, in seconds. */
const SAVED_EVERY = 10

let audio: HTMLAudioElement | null = null
/** The second to begin at, once the length of the song is known. */
let pending = 0
/** The queue as this page last saw it, to notice changes of other tabs. */
let known: Queue | null = null
/** Only the tab that played last saves the place. */
let saves = false

/**
 * Starts the player of this page with the saved queue. If a song played when the user left the
 * page before, it goes on playing where the browser permits it.
 * @param first an element that already plays the song, for browsers that ask for a click
 */
export function startPlayer(first?: HTMLAudioElement): void {
  if (audio !== null) return
  audio = prepare(first ?? document.createElement('audio'))
  first?.pause() // All listeners then hear its next start.
  known = $queue.get()
  $queue.listen(queue => {
    if (queue !== known) followOthers(queue)
  })
  if (known === null) return
  loadSong(known)
  if (takePlayingMark()) play()
}

/** Plays a list of songs from one of them. The song that is the current one pauses or resumes. */
export function playSongs(songs: readonly QueuedSong[], at: number): void {
  const before = $queue.get()
  const wanted = songs[at]?.url
  if (before !== null && wanted === before.songs[before.at]?.url && isLoaded(wanted))
    return togglePlaying()
  const queue = createQueue(songs, at, before?.repeat)
  if (queue !== null) goTo(queue)
}

/** Pauses or resumes the current song. */
export function togglePlaying(): void {
  if (audio === null) return
  if (audio.paused) play()
  else audio.pause()
}

/** Plays the next or the previous song. Previous starts a song again if it has played a while. */
export function stepSong(way: 1 | -1): void {
  const queue = $queue.get()
  if (queue === null) return
  const next = way === -1 && placeInSong() > AGAIN ? null : stepQueue(queue, way)
  if (next !== null) return goTo(next)
  if (way === -1) seekSong(0)
}

/** Plays a song of the queue. */
export function playQueued(at: number): void {
  const queue = $queue.get()
  if (queue !== null) goTo({ ...queue, at, place: 0 })
}

/** Moves to a second of the song. */
export function seekSong(seconds: number): void {
  const queue = $queue.get()
  if (audio === null || queue === null) return
  saves = true
  if (audio.readyState > 0) audio.currentTime = seconds
  else {
    pending = seconds
    save({ ...queue, place: seconds })
  }
}

/** Returns the second at which the song is. */
export function placeInSong(): number {
  return pending || (audio?.currentTime ?? 0)
}

/** @param volume from 0 to 100 */
export function setVolume(volume: number): void {
  saveVolume(volume)
  if (audio !== null) audio.volume = volume / 100
}

/** Saves a change of the queue that concerns neither the song nor its place. */
export function changeQueue(change: (queue: Queue) => Queue): void {
  const queue = $queue.get()
  if (queue !== null) save(change(queue))
}

/** Removes a song from the queue. If it was the current one, the next one plays. */
export function removeSong(index: number): void {
  const queue = $queue.get()
  if (queue === null) return
  const left = removeFromQueue(queue, index)
  if (left === null) return stopPlaying()
  if (index !== queue.at) return save(left)
  save(left)
  const goesOn = audio?.paused === false
  loadSong(left)
  if (goesOn) play()
}

/** Stops the sound and empties the queue. */
export function stopPlaying(): void {
  audio?.pause()
  audio?.removeAttribute('src')
  audio?.load()
  pending = 0
  $playerState.set('paused')
  save(null)
}

/** @throws Error before the player has started */
export function playerAudio(): HTMLAudioElement {
  if (audio === null) throw new Error('the player has not started')
  return audio
}

onReset(stopPlaying)

function goTo(queue: Queue): void {
  save(queue)
  loadSong(queue)
  play()
}

function save(queue: Queue | null): void {
  known = queue
  $queue.set(queue)
}

/** Follows a change of another tab. The song that plays here goes on, if it still is the same. */
function followOthers(queue: Queue | null): void {
  known = queue
  if (queue === null) return stopPlaying()
  if (audio === null || (!audio.paused && isLoaded(queue.songs[queue.at]?.url))) return
  audio.pause()
  loadSong(queue)
}

function isLoaded(url: string | undefined): boolean {
  return audio !== null && url !== undefined && audio.getAttribute('src') === url
}

function loadSong({ songs, at, place }: Queue): void {
  const url = songs[at]?.url
  if (audio === null || url === undefined) return
  pending = place
  if (!isLoaded(url)) audio.src = url
  else if (audio.readyState > 0) {
    audio.currentTime = place
    pending = 0
  }
  audio.volume = readVolume() / 100
  if ($playerState.get() === 'failed') $playerState.set('paused')
}

function play(): void {
  if (audio === null) return
  if ($playerState.get() === 'failed') audio.load()
  // The click itself must start the sound, before anything is fetched. Browsers block it later.
  audio.play().then(
    () => $playerState.set(audio?.paused === false ? 'playing' : 'paused'),
    (thrown: unknown) => {
      const name = thrown instanceof DOMException ? thrown.name : ''
      if (name === 'NotAllowedError') $playerState.set('paused')
      else if (name !== 'AbortError') $playerState.set('failed')
    }
  )
}

/** Listens to the element, and to the user who leaves the page. */
function prepare(player: HTMLAudioElement): HTMLAudioElement {
  player.crossOrigin = 'anonymous'
  player.preload = 'metadata'
  const listen = (name: string, act: () => void): void => player.addEventListener(name, act)
  listen('play', () => {
    saves = true
    $playerState.set('playing')
  })
  listen('pause', () => {
    if ($playerState.get() === 'playing') $playerState.set('paused')
    savePlace()
  })
  listen('seeked', savePlace)
  listen('error', () => player.hasAttribute('src') && $playerState.set('failed'))
  listen('loadedmetadata', () => {
    if (pending > 0) player.currentTime = pending
    pending = 0
  })
  listen('ended', finish)
  listen('timeupdate', () => {
    const saved = $queue.get()?.place ?? 0
    if (!player.paused && Math.abs(player.currentTime - saved) > SAVED_EVERY) savePlace()
  })
  ensureSinglePlayback(player, () => {
    saves = false
    player.pause()
  })
  addEventListener('pagehide', leave)
  addEventListener('pageshow', event => event.persisted && comeBack())
  document.body.append(player)
  return player
}

function finish(): void {
  const queue = $queue.get()
  if (queue === null) return
  const next = queue.repeat === 'one' ? { ...queue, place: 0 } : stepQueue(queue, 1)
  if (next !== null) goTo(next)
  else seekSong(0)
}

function savePlace(): void {
  if (saves) changeQueue(queue => ({ ...queue, place: placeInSong() }))
}

function leave(): void {
  if (audio === null || $queue.get() === null || audio.paused) return
  savePlace()
  savePlayingMark()
  audio.pause()
}

/** Runs when the browser shows this page again as it was left. */
function comeBack(): void {
  rereadKey('player')
  if (takePlayingMark()) play()
}
