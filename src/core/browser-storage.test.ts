import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BROWSER_STORAGE, findStoredEntry } from '#core/browser-storage.ts'
import { STORAGE_KEYS } from '#stores/persisted.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Files that use an interface by which browsers are recognized, and for which other purpose. */
const OTHER_USES: Record<string, string> = {
  'src/client/read-wave.ts': 'decodes a sound that the user chose, to draw its wave',
  'src/islands/chat-keys.tsx': 'names the key Command on a Mac',
  'src/media/type/fitted.ts': 'fits text into an image, on the server',
  'src/sandbox/posters/words.ts': 'fits text into an image, on the server',
  'src/sections/frame/palette-button.browser.ts': 'names the key Command on a Mac'
}

const RECOGNIZES =
  /hardwareConcurrency|deviceMemory|AudioContext|webgl|navigator\.(?:plugins|mimeTypes|platform|oscpu|userAgent|connection)|getBattery|enumerateDevices|queryLocalFonts|measureText|RTCPeerConnection|colorDepth|devicePixelRatio|indexedDB/i

test('every key of the stores is declared, and no other', () => {
  const declared = BROWSER_STORAGE.filter(({ place }) => place === 'localStorage')
  expect(declared.map(({ name }) => name).toSorted()).toEqual(
    STORAGE_KEYS.map(key => `polymuse:${key}`).toSorted()
  )
})

test('every declared name is written in a source that uses it', () => {
  const texts = globSync('src/**/*.{ts,astro,js}', { cwd: ROOT })
    .filter(file => !file.includes('browser-storage') && !file.includes('.test.'))
    .map(file => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const names = BROWSER_STORAGE.map(({ name }) => name.replace(/^polymuse[:.]|\s?\*$/g, ''))
  // The identity library names its cookies itself, after our prefix.
  const ours = names.filter(name => name !== '' && name !== 'session_token')
  expect(ours.filter(name => !new RegExp(`['"\`]${name}`).test(texts))).toEqual([])
})

test('the most specific declaration is found, also for cookies of sites with TLS', () => {
  const purposeOf = (name: string) => findStoredEntry('cookie', name)?.purpose
  expect(purposeOf('__Secure-polymuse.session_token')).toBe('signIn')
  expect(purposeOf('polymuse.two_factor')).toBe('step')
  expect(purposeOf('FLOW_abc')).toBe('step')
  expect(purposeOf('_ga')).toBeUndefined()
})

test('no source uses an interface that recognizes browsers, except for a listed purpose', () => {
  const sources = globSync('src/**/*.{ts,tsx,astro,js}', { cwd: ROOT }).filter(
    file => !file.includes('.test.')
  )
  expect(sources.length).toBeGreaterThan(1000)
  const using = sources.filter(file => RECOGNIZES.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(using.toSorted()).toEqual(Object.keys(OTHER_USES))
})
