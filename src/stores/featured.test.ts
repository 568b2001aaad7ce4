import { afterEach, expect, test, vi } from 'vitest'
import { requestFeature, requestUnfeature } from '#client/featured.ts'
import type { FeaturedResult } from '#contract/featured.ts'
import { $featured, toggleFeatured } from '#stores/featured.ts'
import { resetAll } from '#stores/persisted.ts'

vi.mock('#client/featured.ts', () => ({
  fetchFeatured: vi.fn(),
  requestFeature: vi.fn(),
  requestUnfeature: vi.fn()
}))
vi.mock('#stores/renewal.ts', () => ({
  withUserToken: <T>(run: (token: string) => Promise<T>) => run('token')
}))

afterEach(resetAll)

test('two toggles at the same time both count', async () => {
  $featured.set({ 'one/0': '1', 'two/0': '2' })
  let removed = (): void => undefined
  vi.mocked(requestUnfeature).mockReturnValueOnce(new Promise(resolve => void (removed = resolve)))
  vi.mocked(requestFeature).mockResolvedValueOnce({ id: '3' } as FeaturedResult)
  const slow = toggleFeatured('site', 'one', 0)
  expect(await toggleFeatured('site', 'three', 0)).toBeNull()
  removed()
  expect(await slow).toBeNull()
  expect($featured.get()).toEqual({ 'two/0': '2', 'three/0': '3' })
})

test('a failed removal keeps the result and returns the failure', async () => {
  $featured.set({ 'one/0': '1' })
  vi.mocked(requestUnfeature).mockRejectedValueOnce(new Error('offline'))
  expect(await toggleFeatured('site', 'one', 0)).not.toBeNull()
  expect($featured.get()).toEqual({ 'one/0': '1' })
})
