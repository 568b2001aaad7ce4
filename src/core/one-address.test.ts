import { expect, test } from 'vitest'
import { canonicalPath } from '#core/one-address.ts'

test.each([
  ['/', '/'],
  ['//', '/'],
  ['/flux', '/flux'],
  ['/flux/', '/flux'],
  ['/Flux', '/flux'],
  ['//flux//history/', '/flux/history'],
  ['//evil.example/', '/evil.example/'],
  ['//evil', '/evil'],
  ['/ChatGPT/Conversations/aB3', '/chatgpt/conversations/aB3'],
  ['/Share/aBc', '/share/aBc'],
  ['/Docs/Services/Flux', '/docs/services/flux'],
  ['/%C3%84/X', '/%C3%84/x'],
  ['/_astro/index.BxA.js', '/_astro/index.BxA.js'],
  ['/_server-islands/Ab', '/_server-islands/Ab'],
  ['/robots.txt', '/robots.txt'],
  ['/Flux.html', '/flux'],
  ['/flux.html.html', '/flux'],
  ['/.html', '/.html'],
  ['/S/aBc', '/s/aBc'],
  ['/files/aBc/', '/files/aBc']
])('the canonical path of %s is %s', (path, address) => {
  expect(canonicalPath(path)).toBe(address)
})
