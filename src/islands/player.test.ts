import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HUB } from '../../tests/support/hub-fakes.ts'
import { bindHub } from '#client/page-hub.ts'
import { openPlayer } from '#islands/player.ts'
import { resetAll } from '#stores/persisted.ts'
import { $queue } from '#stores/queue.ts'

// The module is replaced, so this file has modules of its own: a page has only one player.
vi.mock('#client/read-wave.ts', () => ({ loadWaveform: async () => '' }))

const url = (id: string): string => `https://api.example/files/${id}`
const bar = () => document.querySelector('[aria-label="Player"]')
const named = (name: string): HTMLElement => {
  const found = bar()?.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  if (!found) throw new Error(`nothing is named ${name}`)
  return found
}
const pressed = () =>
  [...document.querySelectorAll('[data-song]')].map(each => each.getAttribute('aria-pressed'))

beforeEach(() => {
  bindHub(HUB)
  document.documentElement.lang = 'en'
  document.body.innerHTML = `<main tabindex="-1">
    <button data-song="${url('a')}" data-title="A"></button>
    <button data-song="${url('b')}" data-title="B"></button></main>`
  let paused = true
  const { prototype } = HTMLMediaElement
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
afterEach(resetAll)
afterAll(() => document.documentElement.removeAttribute('lang'))

test('a pressed song plays, with the other songs of the page as its queue', async () => {
  await openPlayer({ url: url('b') })
  expect($queue.get()).toMatchObject({ at: 1, songs: [{ title: 'A' }, { title: 'B' }] })
  expect([bar()?.querySelector('bdi')?.textContent, pressed()]).toEqual(['B', ['false', 'true']])
  expect(document.documentElement.hasAttribute('data-player')).toBe(true)
  named('Pause').click()
  expect([named('Play B') instanceof HTMLButtonElement, pressed()]).toEqual([
    true,
    ['false', 'false']
  ])
})

test('closing the player gives its room back, and the focus to the song', async () => {
  await openPlayer({ url: url('a') })
  named('Close player').click()
  expect([bar(), $queue.get()]).toEqual([null, null])
  expect(document.documentElement.hasAttribute('data-player')).toBe(false)
  expect(document.activeElement?.getAttribute('data-title')).toBe('A')
  await openPlayer({ url: url('b') })
  expect(bar()?.querySelector('bdi')?.textContent).toBe('B')
})

test('an element that plays already becomes that of the player, or falls silent', async () => {
  const audio = document.createElement('audio')
  await openPlayer({ url: url('a'), audio })
  expect(HTMLMediaElement.prototype.pause).toHaveBeenCalled()
  expect(document.querySelectorAll('audio').length).toBeLessThanOrEqual(1)
})
