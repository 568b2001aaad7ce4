import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isOpaque } from '#media/opaque.ts'

const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: '#ff000080' } })
const full = clear.clone().removeAlpha()

test.each([
  ['a PNG with an alpha channel', clear.clone().png(), false],
  ['a PNG with a transparent palette', clear.clone().png({ palette: true }), false],
  ['a PNG without transparency', full.clone().png(), true],
  ['a JPEG', full.clone().jpeg(), true],
  ['a WebP', clear.clone().webp(), false]
])('%s', async (_, image, opaque) => {
  expect(isOpaque(await image.toBuffer())).toBe(opaque)
})

test('bytes that end before the pixels are not known to be opaque', async () => {
  const bytes = await full.clone().png().toBuffer()
  expect(isOpaque(bytes.subarray(0, 30))).toBe(false)
  expect(isOpaque(bytes.subarray(0, 0))).toBe(false)
})
