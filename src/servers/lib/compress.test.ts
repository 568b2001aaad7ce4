import { expect, test } from 'vitest'
import { compress } from '#servers/lib/compress.ts'

const encodingOf = (accepted: string): string | null => {
  const request = new Request('http://studio.test/', { headers: { 'accept-encoding': accepted } })
  return compress(
    request,
    new Response('a'.repeat(5000), { headers: { 'content-type': 'text/html' } })
  ).headers.get('content-encoding')
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['BR', 'br'],
  ['gzip;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', null],
  ['x-br', null],
  ['identity', null],
  ['', null]
])('answers "%s" with %s', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding)
})
