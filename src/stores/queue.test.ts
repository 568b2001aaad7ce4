import { afterEach, expect, test, vi } from 'vitest'
import { resetAll } from '#stores/persisted.ts'
import {
  $queue,
  createQueue,
  nextRepeat,
  removeFromQueue,
  stepQueue,
  addWaveform,
  type Queue
} from '#stores/queue.ts'

const song = (id: string, lyric = '') => ({
  url: `https://api.example/files/${id}`,
  title: id,
  line: '',
  cover: '',
  lyric,
  wave: ''
})
const queue = (at = 0, more: Partial<Queue> = {}): Queue => ({
  songs: ['a', 'b', 'c'].map(id => song(id)),
  at,
  place: 7,
  repeat: 'off',
  ...more
})
const titles = (made: Queue | null) => made?.songs.map(({ title }) => title)

afterEach(resetAll)

test('the next and the previous song begin at their start, and the queue ends', () => {
  expect(stepQueue(queue(), 1)).toMatchObject({ at: 1, place: 0 })
  expect(stepQueue(queue(2), 1)).toBeNull()
  expect(stepQueue(queue(0), -1)).toBeNull()
})

test('a repeated queue begins again at its other end', () => {
  expect(stepQueue(queue(2, { repeat: 'all' }), 1)?.at).toBe(0)
  expect(stepQueue(queue(0, { repeat: 'one' }), -1)?.at).toBe(2)
  expect(['off', 'all', 'one'].map(each => nextRepeat(each as 'off'))).toEqual([
    'all',
    'one',
    'off'
  ])
})

test.each([
  [0, ['b', 'c'], 0, 7],
  [1, ['a', 'c'], 1, 0],
  [2, ['a', 'b'], 1, 7]
])('song %i is removed, and the current one stays if it can', (index, left, at, place) => {
  const made = removeFromQueue(queue(1), index)
  expect(titles(made)).toEqual(left)
  expect(made).toMatchObject({ at, place })
})

test('removing the last song empties the queue', () => {
  expect(removeFromQueue(queue(0, { songs: [song('a')] }), 0)).toBeNull()
})

test('a long list is cut around the chosen song', () => {
  const songs = Array.from({ length: 100 }, (_, at) => song(String(at)))
  const made = createQueue(songs, 50)
  expect([made?.songs.length, made?.songs[made.at]?.title]).toEqual([30, '50'])
  expect(createQueue(songs, 99)?.at).toBe(29)
  expect(createQueue([], 0)).toBeNull()
})

test('the lyrics of the songs ahead are kept first, so that the queue can be saved', () => {
  const songs = Array.from({ length: 30 }, (_, at) =>
    song(`${at}`.padEnd(500, 'x'), 'la'.repeat(2500))
  )
  const made = createQueue(songs, 5)
  expect(made?.songs.map(({ lyric }) => lyric !== '').indexOf(true)).toBe(5)
  $queue.set(made)
  expect(localStorage.getItem('polymuse:player')?.length).toBeLessThan(50_000)
})

test('a waveform belongs to its song', () => {
  const made = addWaveform(queue(), song('b').url, '123')
  expect(made.songs.map(({ wave }) => wave)).toEqual(['', '123', ''])
})

const URL_A = 'https://api.example/a'

test.each([
  [{ songs: [] }, null],
  [{ songs: [{ url: 'javascript:alert(1)', title: 'a' }], at: 0 }, null],
  [
    { songs: [{ url: URL_A, wave: '<b>', title: 7 }], at: 9, place: -1, repeat: 'x' },
    { songs: [{ ...song(''), url: URL_A }], at: 0, place: 0, repeat: 'off' }
  ]
])('a saved queue is checked: %j', async (saved, expected) => {
  localStorage.setItem('polymuse:player', JSON.stringify(saved))
  vi.resetModules()
  const { $queue: read } = await import('#stores/queue.ts')
  expect(read.get()).toEqual(expected)
})
