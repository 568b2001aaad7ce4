import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { savePlayingMark } from '#stores/keep-playing.ts'
import { resetAll } from '#stores/persisted.ts'
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
import { $queue, createQueue, type Repeat } from '#stores/queue.ts'
import { readVolume } from '#stores/volume.ts'

const song = (id: string) => ({
  url: `https://api.example/files/${id}`,
  title: id,
  line: '',
  cover: '',
  lyric: '',
  wave: ''
})
const LIST = ['a', 'b', 'c'].map(song)
const title = (): string | undefined => {
  const queue = $queue.get()
  return queue?.songs[queue.at]?.title
}
const loaded = (): string | null => playerAudio().getAttribute('src')
/** Moves the song to a second, as playing does. */
const reach = (second: number): void => {
  playerAudio().currentTime = second
}
const end = (): void => {
  playerAudio().pause()
  playerAudio().dispatchEvent(new Event('ended'))
}
const repeat = (mode: Repeat): void => changeQueue(queue => ({ ...queue, repeat: mode }))

/** Mocks a player that starts immediately and fires the same events as a browser. */
beforeEach(() => {
  const { prototype } = HTMLMediaElement
  const playing = new WeakSet<HTMLMediaElement>()
  const places = new WeakMap<HTMLMediaElement, number>()
  vi.spyOn(prototype, 'paused', 'get').mockImplementation(function paused(this: HTMLMediaElement) {
    return !playing.has(this)
  })
  vi.spyOn(prototype, 'readyState', 'get').mockReturnValue(1)
  vi.spyOn(prototype, 'currentTime', 'get').mockImplementation(function place(
    this: HTMLMediaElement
  ) {
    return places.get(this) ?? 0
  })
  vi.spyOn(prototype, 'currentTime', 'set').mockImplementation(function place(
    this: HTMLMediaElement,
    second: number
  ) {
    places.set(this, second)
    this.dispatchEvent(new Event('seeked'))
  })
  vi.spyOn(prototype, 'load').mockImplementation(() => undefined)
  vi.spyOn(prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    playing.add(this)
    this.dispatchEvent(new Event('loadedmetadata'))
    this.dispatchEvent(new Event('play'))
  })
  vi.spyOn(prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    playing.delete(this)
    this.dispatchEvent(new Event('pause'))
  })
  startPlayer()
  document.body.append(playerAudio())
})
afterEach(() => {
  resetAll()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

test('plays a song of a list, and a second press pauses and resumes it', () => {
  playSongs(LIST, 1)
  expect([title(), $playerState.get(), loaded()]).toEqual(['b', 'playing', song('b').url])
  playSongs(LIST, 1)
  expect($playerState.get()).toBe('paused')
  playSongs(LIST, 1)
  expect($playerState.get()).toBe('playing')
  playSongs(LIST, 2)
  expect([title(), $playerState.get()]).toEqual(['c', 'playing'])
  expect(document.querySelectorAll('audio')).toHaveLength(1)
})

test('a song that ends is followed by the next one, and the last one stops', () => {
  playSongs(LIST, 1)
  end()
  expect([title(), $playerState.get()]).toEqual(['c', 'playing'])
  end()
  expect([title(), $playerState.get()]).toEqual(['c', 'paused'])
})

test('a repeated queue begins again, and a repeated song plays again', () => {
  playSongs(LIST, 2)
  repeat('all')
  end()
  expect([title(), $playerState.get()]).toEqual(['a', 'playing'])
  repeat('one')
  end()
  expect([title(), $playerState.get()]).toEqual(['a', 'playing'])
})

test('Previous starts a song again once it has played for a while', () => {
  playSongs(LIST, 1)
  reach(10)
  stepSong(-1)
  expect([title(), placeInSong()]).toEqual(['b', 0])
  stepSong(-1)
  expect(title()).toBe('a')
  stepSong(1)
  expect(title()).toBe('b')
})

test('removing the song that plays goes on with the next one', () => {
  playSongs(LIST, 0)
  removeSong(0)
  expect([title(), $playerState.get(), loaded()]).toEqual(['b', 'playing', song('b').url])
  playQueued(1)
  expect(title()).toBe('c')
  removeSong(0)
  removeSong(0)
  expect([$queue.get(), loaded()]).toEqual([null, null])
})

test('a page that is left tells the next one of its tab to go on, at the same place', () => {
  playSongs(LIST, 1)
  reach(42)
  dispatchEvent(new Event('pagehide'))
  expect([$playerState.get(), $queue.get()?.place]).toEqual(['paused', 42])
  expect(sessionStorage.getItem('playing')).not.toBeNull()
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect([$playerState.get(), sessionStorage.getItem('playing')]).toEqual(['playing', null])
})

test('a paused song stays paused on the next page', () => {
  playSongs(LIST, 1)
  togglePlaying()
  dispatchEvent(new Event('pagehide'))
  expect(sessionStorage.getItem('playing')).toBeNull()
})

test.each([
  ['goes on after a visit', 'navigate', 'playing'],
  ['waits at its place after a reload', 'reload', 'paused']
])('the saved song %s', async (_, type, state) => {
  const visit = { type } as unknown as PerformanceEntry
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([visit])
  const queue = createQueue(LIST, 2)
  localStorage.setItem('polymuse:player', JSON.stringify({ ...queue, place: 17 }))
  savePlayingMark()
  vi.resetModules()
  const next = await import('#stores/playing.ts')
  next.startPlayer()
  expect([next.$playerState.get(), next.playerAudio().getAttribute('src')]).toEqual([
    state,
    song('c').url
  ])
  expect(next.placeInSong()).toBe(17)
  next.stopPlaying()
  next.playerAudio().remove()
})

test('reports a song that cannot be played', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(
    new DOMException('no', 'NotSupportedError')
  )
  playSongs(LIST, 0)
  await vi.waitFor(() => expect($playerState.get()).toBe('failed'))
})

test('a browser that forbids the sound leaves the song paused', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(
    new DOMException('no', 'NotAllowedError')
  )
  playSongs(LIST, 0)
  await Promise.resolve()
  expect($playerState.get()).toBe('paused')
})

test('closing the player or signing out stops the sound and forgets the queue', () => {
  for (const stop of [stopPlaying, resetAll]) {
    playSongs(LIST, 0)
    stop()
    expect([$queue.get(), $playerState.get(), loaded()]).toEqual([null, 'paused', null])
    expect(localStorage.getItem('polymuse:player')).toBeNull()
  }
})

test('songs play at the saved volume, which is 100 at first', () => {
  expect(readVolume()).toBe(100)
  setVolume(30)
  playSongs(LIST, 0)
  expect(playerAudio().volume).toBeCloseTo(0.3)
  setVolume(0)
  expect(readVolume()).toBe(0)
})

test('a place that the user chooses is kept', () => {
  playSongs(LIST, 0)
  seekSong(21)
  expect([playerAudio().currentTime, $queue.get()?.place]).toEqual([21, 21])
})

test('a video that the user starts silences the song, and the song silences it', () => {
  playSongs(LIST, 0)
  const video = document.body.appendChild(document.createElement('video'))
  void video.play()
  expect($playerState.get()).toBe('paused')
  togglePlaying()
  expect([video.paused, $playerState.get()]).toEqual([true, 'playing'])
  video.remove()
})
