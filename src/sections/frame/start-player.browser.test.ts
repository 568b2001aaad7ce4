import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { improveSongs } from '#sections/frame/start-player.browser.ts'

const openPlayer = vi.fn(async () => undefined)
const load = vi.fn(async () => ({ openPlayer }))
const SONG = 'https://api.example/files/a'

/** A page of its own, whose listeners end with it. */
function page({ person = 'u1' } = {}): Document {
  const root = document.implementation.createHTMLDocument()
  Object.assign(root.documentElement.dataset, { kept: 'polymuse:', person })
  root.body.innerHTML = `<span data-player-script="/_astro/player.js"></span>
    <button data-song="${SONG}"><i></i></button>`
  improveSongs(root, load)
  return root
}

const press = (root: Document): void => root.querySelector<HTMLElement>('[data-song] i')?.click()
const hasRoom = (root: Document): boolean => root.documentElement.hasAttribute('data-player')

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})
afterEach(() => {
  openPlayer.mockClear()
  load.mockClear()
  localStorage.clear()
})

test('a page without a saved queue loads nothing', () => {
  const root = page()
  expect([load.mock.calls, hasRoom(root)]).toEqual([[], false])
})

test.each([
  ['the user’s own', '"u1"', 'u1', 1],
  ['a guest’s', null, '', 1],
  ['another user’s', '"u2"', 'u1', 0],
  ['a user’s, on the page of a guest', '"u2"', '', 0]
])('a saved queue that is %s', async (_, owner, person, times) => {
  if (owner !== null) localStorage.setItem('polymuse:owner', owner)
  localStorage.setItem('polymuse:player', '{}')
  const root = page({ person })
  await vi.waitFor(() => expect(openPlayer).toHaveBeenCalledTimes(times))
  expect(hasRoom(root)).toBe(times === 1)
  if (times === 1) expect(openPlayer).toHaveBeenCalledWith(undefined)
})

test('the first press plays at once, silently, and hands the sound to the player', async () => {
  const root = page()
  press(root)
  expect(HTMLMediaElement.prototype.play).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(openPlayer).toHaveBeenCalledOnce())
  const audio = expect.objectContaining({ volume: 0 }) as HTMLAudioElement
  expect(openPlayer).toHaveBeenLastCalledWith({ url: SONG, audio })
  expect(load).toHaveBeenCalledWith('/_astro/player.js')
  press(root)
  await vi.waitFor(() => expect(openPlayer).toHaveBeenCalledTimes(2))
  expect(openPlayer).toHaveBeenLastCalledWith({ url: SONG, audio: undefined })
  expect(hasRoom(root)).toBe(true)
})

test('a song opens as a file if the player cannot be loaded', async () => {
  const go = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  load.mockRejectedValueOnce(new TypeError('offline'))
  press(page())
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith(SONG))
})

test('a page whose player cannot be loaded keeps no room for it', async () => {
  localStorage.setItem('polymuse:player', '{}')
  load.mockRejectedValueOnce(new TypeError('offline'))
  const root = page()
  await vi.waitFor(() => expect(hasRoom(root)).toBe(false))
})
