import { expect, test } from 'vitest'
import { qrPath } from '#ui/qr-path.ts'

test('a code has a quiet zone on all sides and three corner patterns', () => {
  const { size, path } = qrPath('https://auth.example/zh-CN/auth/phone?id=AbCdEfGhIjKlMnOpQrStUv')
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`))
  const at = [...dark].flatMap(place => place.split(',').map(Number))
  expect([Math.min(...at), Math.max(...at)]).toEqual([4, size - 5])
  for (const corner of [`4,4`, `${size - 5},4`, `4,${size - 5}`])
    expect(dark.has(corner)).toBe(true)
  expect(dark.has(`5,5`)).toBe(false)
})
