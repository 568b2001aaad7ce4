import { afterEach, expect, test, vi } from 'vitest'
import type { Queue } from '#stores/queue.ts'
import { createPlayerBar } from '#ui/player/player-bar.ts'

const song = (id: string, lyric = '') => ({
  url: `https://api.example/files/${id}`,
  title: id,
  line: '',
  cover: '',
  lyric,
  wave: ''
})
const QUEUE: Queue = {
  songs: [song('a', '[Verse]\nRow\n[Chorus]\nOn'), song('b')],
  at: 0,
  place: 0,
  repeat: 'off'
}
const t = (key: string, values: object = {}): string => [key, ...Object.values(values)].join(' ')

function show(queue = QUEUE) {
  const acts = {
    onToggle: vi.fn(),
    onStep: vi.fn(),
    onSeek: vi.fn(),
    onRepeat: vi.fn(),
    onVolume: vi.fn(),
    onClose: vi.fn(),
    onPick: vi.fn(),
    onRemove: vi.fn()
  }
  const bar = createPlayerBar(acts, 40, t)
  document.body.replaceChildren(bar.root)
  bar.drawQueue(queue)
  bar.drawState('paused')
  return { bar, acts }
}
const named = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  if (found === null) throw new Error(`nothing is named ${name}`)
  return found
}
const panel = (): HTMLElement => {
  const found = document.getElementById('player-panel')
  if (found === null) throw new Error('no panel')
  return found
}

afterEach(() => document.body.replaceChildren())

test('the button says what it does: play the song, or pause it', () => {
  const { bar, acts } = show()
  named('player.play a').click()
  expect(acts.onToggle).toHaveBeenCalledOnce()
  bar.drawState('playing')
  expect(named('player.pause').querySelector('path')).not.toBeNull()
})

test('the slider tells its time, and moves the song', () => {
  const { bar, acts } = show()
  bar.drawPlace(65.2, 130)
  const slider = named('player.seek') as HTMLInputElement
  expect([slider.value, slider.max, slider.getAttribute('aria-valuetext')]).toEqual([
    '65.2',
    '130',
    '1:05'
  ])
  expect(slider.parentElement?.style.getPropertyValue('--played')).toMatch(/^50\.15/)
  slider.value = '7'
  slider.dispatchEvent(new Event('input'))
  expect(acts.onSeek).toHaveBeenCalledWith(7)
})

test('lyrics show with their sections, and Escape returns to the button', () => {
  show()
  const button = named('player.lyrics')
  button.click()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect([...panel().querySelectorAll('h3')].map(each => each.textContent)).toEqual([
    'Verse',
    'Chorus'
  ])
  panel().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  expect([panel().hidden, document.activeElement]).toEqual([true, button])
})

test('a song without lyrics has no such button, and closes their panel', () => {
  const { bar } = show()
  named('player.lyrics').click()
  bar.drawQueue({ ...QUEUE, at: 1 })
  expect([panel().hidden, named('player.lyrics').hidden]).toEqual([true, true])
})

test('songs of the queue are picked and removed, and the focus stays in the list', () => {
  const { bar, acts } = show()
  named('player.queue').click()
  expect(panel().querySelector('[aria-current]')?.textContent).toBe('a')
  panel().querySelectorAll<HTMLElement>('.menu-item')[1]?.click()
  expect(acts.onPick).toHaveBeenCalledWith(1)
  const remove = named('player.remove b')
  remove.focus()
  remove.click()
  expect(acts.onRemove).toHaveBeenCalledWith(1)
  bar.drawQueue({ ...QUEUE, songs: QUEUE.songs.slice(0, 1) })
  expect(document.activeElement).toBe(named('player.remove a'))
})

test('a place that moves does not draw the queue again', () => {
  const { bar } = show()
  named('player.queue').click()
  const before = panel().querySelector('li')
  bar.drawQueue({ ...QUEUE, place: 12 })
  expect(panel().querySelector('li')).toBe(before)
})

test('a failure takes the place of the slider', () => {
  const { bar } = show()
  bar.drawState('failed')
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('player.failed')
  expect(named('player.seek').closest('[hidden]')).not.toBeNull()
})

test('the repeat button names its mode', () => {
  const { bar, acts } = show()
  named('player.repeat.off').click()
  expect(acts.onRepeat).toHaveBeenCalledOnce()
  bar.drawQueue({ ...QUEUE, repeat: 'one' })
  expect(named('player.repeat.one').dataset['repeat']).toBe('one')
})

test('the volume begins where it was left', () => {
  const { acts } = show()
  const volume = named('player.volume') as HTMLInputElement
  expect(volume.value).toBe('40')
  volume.value = '0'
  volume.dispatchEvent(new Event('input'))
  expect(acts.onVolume).toHaveBeenCalledWith(0)
})
