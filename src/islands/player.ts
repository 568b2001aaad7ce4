import { pageHub } from '#client/page-hub.ts'
import { loadWaveform } from '#client/read-wave.ts'
import { createTranslate, type Strings, type Translate } from '#i18n/translate.ts'
import { bindMediaKeys, setMediaPlayback, setMediaPosition } from '#islands/media-keys.ts'
import { settleOwner } from '#stores/owner.ts'
import {
  $playerState,
  changeQueue,
  placeInSong,
  playerAudio,
  playQueued,
  playSongs,
  removeSong,
  seekSong,
  setVolume,
  startPlayer,
  stepSong,
  stopPlaying,
  togglePlaying
} from '#stores/playing.ts'
import { $queue, nextRepeat, addWaveform, type Queue } from '#stores/queue.ts'
import { readVolume } from '#stores/volume.ts'
import { createPlayerBar, type PlayerBar } from '#ui/player/player-bar.ts'
import styles from '#ui/player/player.css?inline'
import { focusSong, markPlaying, songsOnPage } from '#ui/player/song-buttons.ts'

/** A song that the user pressed, and the element that already plays it. */
type Pressed = { url: string; audio?: HTMLAudioElement }

const WORDS = import.meta.glob<Strings>('/locales/*/player.json', { import: 'default' })

/** In seconds. */
const YEAR = 60 * 60 * 24 * 365

let bar: PlayerBar | null = null
let drawing: Promise<void> | null = null
/** Songs whose waveform was asked for. Some have none. */
const tried = new Set<string>()
/** The address of the song that the system shows. */
let shown: string | undefined

/**
 * Opens the player of the page: with a song that the user pressed and the others of the page, or
 * else with the saved queue.
 * @throws TypeError when its strings cannot be loaded
 */
export async function openPlayer(pressed?: Pressed): Promise<void> {
  settleOwner(pageHub())
  startPlayer(pressed?.audio)
  if (pressed?.audio !== undefined && pressed.audio !== playerAudio()) pressed.audio.pause()
  if (pressed !== undefined) {
    const songs = songsOnPage(document)
    playSongs(
      songs,
      songs.findIndex(({ url }) => url === pressed.url)
    )
  }
  drawing ??= showBar().catch((thrown: unknown) => {
    drawing = null
    throw thrown
  })
  await drawing
}

async function showBar(): Promise<void> {
  const lang = document.documentElement.lang
  const words = await WORDS[`/locales/${lang}/player.json`]?.()
  const t = createTranslate(words ?? {}, lang)
  wearStyles()
  $queue.subscribe(queue => draw(queue, t))
  $playerState.subscribe(state => {
    bar?.drawState(state)
    setMediaPlayback(state === 'playing')
    drawMarks()
    if (state === 'playing') void findWave()
  })
  const audio = playerAudio()
  for (const event of ['timeupdate', 'durationchange', 'seeked', 'loadedmetadata', 'emptied'])
    audio.addEventListener(event, drawPlace)
  bindMediaKeys({ togglePlaying, stepSong, seekSong, placeInSong })
}

/** Shows the queue, and the bar while there is one. */
function draw(queue: Queue | null, t: Translate): void {
  document.documentElement.toggleAttribute('data-player', queue !== null)
  // The server keeps the room of the bar, so that the next page does not move.
  document.cookie = `PLAYER=1; path=/; max-age=${queue === null ? 0 : YEAR}; samesite=lax`
  if (queue === null) {
    bar?.root.remove()
    bar = null
    return markPlaying(document, null)
  }
  if (bar === null) {
    bar = createPlayerBar(ACTS, readVolume(), t)
    document.body.append(bar.root)
    bar.drawState($playerState.get())
  }
  bar.drawQueue(queue)
  const song = queue.songs[queue.at]
  // Systems fetch the cover again each time.
  if (song !== undefined && song.url !== shown)
    setMediaPlayback($playerState.get() === 'playing', song)
  shown = song?.url
  drawMarks()
  drawPlace()
}

const ACTS = {
  onToggle: togglePlaying,
  onStep: stepSong,
  onSeek: seekSong,
  onVolume: setVolume,
  onPick: playQueued,
  onRemove: removeSong,
  onRepeat: () => changeQueue(queue => ({ ...queue, repeat: nextRepeat(queue.repeat) })),
  onClose: close
}

function close(event: MouseEvent): void {
  const { url = '' } = currentSong() ?? {}
  stopPlaying()
  focusSong(document, url, event.detail === 0)
}

function currentSong(): Queue['songs'][number] | undefined {
  const queue = $queue.get()
  return queue?.songs[queue.at]
}

function drawMarks(): void {
  markPlaying(document, $playerState.get() === 'playing' ? (currentSong()?.url ?? null) : null)
}

function drawPlace(): void {
  const { duration } = playerAudio()
  const length = Number.isFinite(duration) ? duration : 0
  bar?.drawPlace(placeInSong(), length)
  setMediaPosition(placeInSong(), length)
}

/** Computes the waveform of the current song once, and keeps it with the song. */
async function findWave(): Promise<void> {
  const song = currentSong()
  if (song === undefined || song.wave !== '' || tried.has(song.url) || savesData()) return
  tried.add(song.url)
  const wave = await loadWaveform(song.url)
  if (wave !== '') changeQueue(queue => addWaveform(queue, song.url, wave))
}

/** Checks whether the user asked the browser to load little. */
function savesData(): boolean {
  return matchMedia('(prefers-reduced-data: reduce)').matches || connectionSaves()
}

function connectionSaves(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Adds the styles of the bar, which pages without a player do not load. */
function wearStyles(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
