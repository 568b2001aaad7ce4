import { beforeEach, expect, test, vi } from 'vitest'
import { bindMediaKeys, setMediaPosition, setMediaPlayback } from '#islands/media-keys.ts'

const handlers = new Map<string, MediaSessionActionHandler>()
const session = {
  playbackState: 'none',
  metadata: null as unknown,
  setActionHandler: vi.fn((action: string, handler: MediaSessionActionHandler) => {
    if (action === 'seekforward') throw new TypeError('unknown action')
    handlers.set(action, handler)
  }),
  setPositionState: vi.fn()
}
const acts = {
  togglePlaying: vi.fn(),
  stepSong: vi.fn(),
  seekSong: vi.fn(),
  placeInSong: () => 4
}
const press = (action: MediaSessionAction, more: Partial<MediaSessionActionDetails> = {}): void =>
  handlers.get(action)?.({ action, ...more })

beforeEach(() => {
  vi.stubGlobal('navigator', { mediaSession: session })
  vi.stubGlobal('MediaMetadata', function metadata(this: object, data: object) {
    Object.assign(this, data)
  })
  for (const act of [acts.togglePlaying, acts.stepSong, acts.seekSong]) act.mockClear()
  session.setPositionState.mockClear()
  bindMediaKeys(acts)
})

test('media keys control the player, and a key that is not known does no harm', () => {
  press('nexttrack')
  press('previoustrack')
  press('seekbackward')
  press('seekto', { seekTime: 31 })
  expect(acts.stepSong.mock.calls).toEqual([[1], [-1]])
  expect(acts.seekSong.mock.calls).toEqual([[0], [31]])
})

test('Play does not pause a song that plays', () => {
  setMediaPlayback(true)
  press('play')
  expect(acts.togglePlaying).not.toHaveBeenCalled()
  press('pause')
  expect(acts.togglePlaying).toHaveBeenCalledOnce()
})

test('the system shows the song, its cover and its place', () => {
  const song = { url: '/a', title: 'A', line: 'folk', cover: '/c.png', lyric: '', wave: '' }
  setMediaPlayback(false, song)
  expect(session).toMatchObject({
    playbackState: 'paused',
    metadata: { title: 'A', artist: 'folk', artwork: [{ src: '/c.png' }] }
  })
  setMediaPosition(7, 0)
  expect(session.setPositionState).not.toHaveBeenCalled()
  setMediaPosition(70, 60)
  expect(session.setPositionState).toHaveBeenCalledWith({ duration: 60, position: 60 })
})

test('a browser without media keys plays all the same', () => {
  vi.stubGlobal('navigator', {})
  expect(() => {
    bindMediaKeys(acts)
    setMediaPlayback(true)
    setMediaPosition(1, 2)
  }).not.toThrow()
})
