import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HUB } from '../../tests/support/hub-fakes.ts'

const library = vi.hoisted(() => ({ loads: [] as unknown[], id: 'a'.repeat(32), fails: false }))
vi.mock('@fingerprintjs/fingerprintjs', () => ({
  default: {
    load: async (options: unknown) => {
      library.loads.push(options)
      if (library.fails) throw new Error('not here')
      return { get: async () => ({ visitorId: library.id }) }
    }
  }
}))

/** A page of its own, as after a reload. */
async function page() {
  vi.resetModules()
  return { ...(await import('#stores/fingerprint.ts')), ...(await import('#client/headers.ts')), ...(await import('#stores/persisted.ts')) }
}

beforeEach(() => {
  Object.assign(library, { loads: [], fails: false })
  localStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  localStorage.clear()
  for (const name of ['doNotTrack', 'globalPrivacyControl', 'connection']) Reflect.deleteProperty(navigator, name)
})

describe('a fingerprint', () => {
  test('is computed once, without telling anybody, and kept', async () => {
    const { loadFingerprint, $fingerprint } = await page()
    await Promise.all([loadFingerprint(), loadFingerprint()])
    expect(library.loads).toEqual([{ monitoring: false }])
    expect($fingerprint.get()).toBe(library.id)
    const next = await page()
    await next.loadFingerprint()
    expect(library.loads).toHaveLength(1)
    expect(next.$fingerprint.get()).toBe(library.id)
  })

  test('goes with calls to the platform once it is known, and with no other', async () => {
    const { loadFingerprint, callerHeaders, resetAll } = await page()
    const before = { 'accept-language': 'en', 'x-user-id': 'u1' }
    expect(callerHeaders(HUB, 'platform')).toEqual(before)
    await loadFingerprint()
    expect(callerHeaders(HUB, 'platform')).toEqual({ ...before, 'x-fingerprint': library.id })
    expect(callerHeaders({ ...HUB, user: null }, 'platform')).toEqual({ 'accept-language': 'en', 'x-fingerprint': library.id })
    expect(callerHeaders(HUB, 'api')).toEqual({ 'accept-language': 'en' })
    resetAll()
    expect(callerHeaders(HUB, 'platform')).toEqual(before)
  })

  test.each<[string, object]>([
    ['Do Not Track', { doNotTrack: '1' }],
    ['Global Privacy Control', { globalPrivacyControl: true }],
    ['saved data', { connection: { saveData: true } }]
  ])('is not computed under %s, and one from before is forgotten', async (_, wish) => {
    localStorage.setItem('polymuse:fingerprint', '"old"')
    for (const [name, value] of Object.entries(wish)) Object.defineProperty(navigator, name, { value, configurable: true })
    const { loadFingerprint, $fingerprint } = await page()
    await loadFingerprint()
    expect([library.loads, $fingerprint.get(), localStorage.getItem('polymuse:fingerprint')]).toEqual([[], null, null])
  })

  test('is not computed for whoever prefers reduced data', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-data') }))
    const { loadFingerprint } = await page()
    await loadFingerprint()
    expect(library.loads).toEqual([])
  })

  test('that cannot be had is missed by nobody, and tried again', async () => {
    library.fails = true
    const { loadFingerprint, $fingerprint } = await page()
    await loadFingerprint()
    expect($fingerprint.get()).toBeNull()
    library.fails = false
    await loadFingerprint()
    expect($fingerprint.get()).toBe(library.id)
  })
})
