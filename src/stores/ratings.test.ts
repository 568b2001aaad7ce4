import { beforeEach, expect, test, vi } from 'vitest'
import { fetchTaskItems, requestRating } from '#client/library.ts'
import type { LibraryItem } from '#contract/library.ts'
import { $ratings, loadRatings, rateResult, ratingKey } from '#stores/ratings.ts'

vi.mock('#client/library.ts', () => ({ fetchTaskItems: vi.fn(), requestRating: vi.fn() }))
vi.mock('#stores/renewal.ts', () => ({
  withUserToken: (run: (token: string) => unknown) => run('t')
}))

const FILE = 'https://api.example/files/abc/fox.png'
const key = ratingKey(FILE)
const shown = (): number | undefined => $ratings.get()[key]?.rating

beforeEach(async () => {
  vi.resetAllMocks()
  $ratings.set({})
  const item = { id: 'fox', url: FILE, rating: 2 } as LibraryItem
  vi.mocked(fetchTaskItems).mockResolvedValue([item])
})

test('ratings of a task load once, and again after a failure', async () => {
  vi.mocked(fetchTaskItems).mockRejectedValueOnce(new Error('offline'))
  await loadRatings('once')
  expect(shown()).toBeUndefined()
  await Promise.all([loadRatings('once'), loadRatings('once')])
  expect(shown()).toBe(2)
  expect(fetchTaskItems).toHaveBeenCalledTimes(2)
})

test('a rating shows at once, and the last one of several is sent', async () => {
  await loadRatings('fast')
  const answers = [3, 4, 5].map(rating => rateResult(key, rating))
  expect(shown()).toBe(5)
  expect(await Promise.all(answers)).toEqual([true, true, true])
  expect(vi.mocked(requestRating).mock.calls).toEqual([['t', 'fox', 5]])
})

test('a refused rating goes back to the one that is saved', async () => {
  await loadRatings('refused')
  expect(await rateResult(key, 4)).toBe(true)
  vi.mocked(requestRating).mockRejectedValueOnce(new Error('offline'))
  expect(await rateResult(key, 1)).toBe(false)
  expect(shown()).toBe(4)
})

test('the address of a result fits its item on any host', () => {
  expect(ratingKey('http://localhost:4321/files/abc/fox.png')).toBe(key)
})
