import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetAll } from '#stores/persisted.ts'
import { $playing, playerOf, stopPlaying, togglePlaying } from '#stores/playing.ts'
import { readVolume, saveVolume } from '#stores/volume.ts'

const song = (id: string) => ({
  id,
  url: `https://api.example/files/${id}`,
  title: id,
  line: '',
  cover: ''
})
const state = (): string | undefined => $playing.get()?.state

/** Mocks a player that starts immediately and fires the same events as a browser. */
beforeEach(() => {
  const { prototype } = HTMLMediaElement
  let paused = true
  vi.spyOn(prototype, 'paused', 'get').mockImplementation(() => paused)
  vi.spyOn(prototype, 'load').mockImplementation(() => undefined)
  vi.spyOn(prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    paused = false
    this.dispatchEvent(new Event('play'))
  })
  vi.spyOn(prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    paused = true
    this.dispatchEvent(new Event('pause'))
  })
})
afterEach(() => {
  resetAll()
  vi.restoreAllMocks()
})

test('plays one track at a time, and a second press pauses and resumes it', () => {
  togglePlaying(song('a'))
  expect(state()).toBe('playing')
  togglePlaying(song('a'))
  expect(state()).toBe('paused')
  togglePlaying(song('a'))
  togglePlaying(song('b'))
  expect($playing.get()).toMatchObject({ track: { id: 'b' }, state: 'playing' })
  expect(document.querySelectorAll('audio')).toHaveLength(1)
})

test('reports a track that cannot be played', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(
    new DOMException('no', 'NotSupportedError')
  )
  togglePlaying(song('a'))
  await vi.waitFor(() => expect(state()).toBe('failed'))
})

test('closing the player or signing out stops the sound', () => {
  togglePlaying(song('a'))
  stopPlaying()
  expect($playing.get()).toBeNull()
  togglePlaying(song('a'))
  resetAll()
  expect(document.querySelector('audio')).toBeNull()
})

test('leaving the page pauses the track', () => {
  togglePlaying(song('a'))
  dispatchEvent(new Event('pagehide'))
  expect(state()).toBe('paused')
})

test('tracks play at the saved volume, which is 100 at first', () => {
  expect(readVolume()).toBe(100)
  saveVolume(30)
  togglePlaying(song('a'))
  expect(playerOf().volume).toBeCloseTo(0.3)
  saveVolume(0)
  expect(readVolume()).toBe(0)
})
