import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $ratings, loadRatings, rateResult } from '#stores/ratings.ts'
import { ResultRating } from '#ui/viewer/Rating.tsx'

vi.mock('#stores/ratings.ts', async original => ({
  ...(await original<typeof import('#stores/ratings.ts')>()),
  loadRatings: vi.fn(),
  rateResult: vi.fn()
}))

let root: Root
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  vi.mocked(loadRatings).mockResolvedValue()
  vi.mocked(rateResult).mockResolvedValue(true)
  $ratings.set({ '/files/fox.png': { id: 'fox', rating: 3, saved: 3 } })
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.resetAllMocks()
})

const t = (key: string, values = {}): string => [key, ...Object.values(values)].join(' ')
const show = (name: string): Promise<void> =>
  act(async () =>
    root.render(<ResultRating task="task" address={`https://api.example/files/${name}`} t={t} />)
  )
const radios = (): HTMLInputElement[] => [...document.querySelectorAll('input')]
const press = (name: string): Promise<void> =>
  act(async () => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click())

test('the stars are a group of radio buttons with names', async () => {
  await show('fox.png')
  expect(document.querySelector('legend')?.textContent).toBe('field.rating.label')
  expect(radios().map(each => each.getAttribute('aria-label'))).toEqual(
    [1, 2, 3, 4, 5].map(stars => `field.rating.stars ${stars}`)
  )
  expect(radios().map(each => each.checked)).toEqual([false, false, true, false, false])
  await press('field.rating.stars 5')
  await press('field.rating.remove')
  expect(vi.mocked(rateResult).mock.calls).toEqual([
    ['/files/fox.png', 5],
    ['/files/fox.png', 0]
  ])
})

test('a rating that is not saved is reported', async () => {
  vi.mocked(rateResult).mockResolvedValueOnce(false)
  await show('fox.png')
  await press('field.rating.stars 1')
  expect(document.querySelector('output')?.textContent).toBe('field.rating.failed')
})

test('the stars wait for their rating, and are gone for a result outside of the library', async () => {
  let end = (): void => undefined
  vi.mocked(loadRatings).mockReturnValueOnce(new Promise(done => (end = done)))
  await show('boat.png')
  expect(document.querySelector('fieldset')?.disabled).toBe(true)
  await act(async () => end())
  expect(document.querySelector('fieldset')).toBeNull()
})
