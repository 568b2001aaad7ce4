import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeCover } from '#sandbox/music/song-cover.ts'
import { makePicture, type PictureOrder } from '#sandbox/pictures/picture.ts'
import { readPicturePrompt } from '#sandbox/pictures/reading.ts'

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const order = (prompt: string, more: Partial<PictureOrder> = {}): PictureOrder => ({
  prompt,
  seed: 1,
  width: 320,
  height: 240,
  format: 'png',
  ...more
})

/** Share of pixels that differ by more than a shade. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map(bytes => sharp(bytes).removeAlpha().raw().toBuffer())
  )
  if (a === undefined || b === undefined) return 0
  let changed = 0
  for (const [at, value] of a.entries()) if (Math.abs(value - (b[at] ?? 0)) > 12) changed++
  return changed / a.length
}

describe('a picture', () => {
  test.each([
    ['landscape', 'a lake in the mountains at sunset'],
    ['sea', 'waves on the ocean'],
    ['city', 'neon city in the rain at night'],
    ['portrait', 'portrait of a young woman'],
    ['flowers', 'a bouquet of red roses'],
    ['space', 'a planet in a nebula'],
    ['geometric', 'bauhaus poster'],
    ['flow', 'a swirling dream']
  ])('of %s is what sharp can read, and full of things', async (subject, prompt) => {
    expect(readPicturePrompt(prompt).subject).toBe(subject)
    const bytes = await makePicture(order(prompt))
    const { width, height, format } = await sharp(bytes).metadata()
    expect({ width, height, format }).toEqual({ width: 320, height: 240, format: 'png' })
    expect((await sharp(bytes).stats()).entropy).toBeGreaterThan(5)
  })

  test('is the same for the same order, and another for another seed, variant or prompt', async () => {
    const first = await makePicture(order('hills in spring'))
    expect(sha(await makePicture(order('hills in spring')))).toBe(sha(first))
    for (const other of [
      order('hills in spring', { seed: 2 }),
      order('hills in spring', { variant: 1 }),
      order('hills in winter')
    ])
      expect(await difference(first, await makePicture(other))).toBeGreaterThan(0.15)
  })

  test.each(['png', 'jpeg', 'webp'] as const)('comes as %s', async format => {
    expect((await sharp(await makePicture(order('a cat', { format }))).metadata()).format).toBe(
      format
    )
  })

  test('takes up words of four languages', () => {
    for (const prompt of ['the sea at night', 'das Meer bei Nacht', '夜晚的海', 'البحر في الليل']) {
      const { subject, mood } = readPicturePrompt(prompt)
      expect({ prompt, subject, mood }).toEqual({ prompt, subject: 'sea', mood: 'night' })
    }
  })

  test('is coloured by the colours that are named', async () => {
    const tint = async (prompt: string): Promise<number> => {
      const { channels } = await sharp(await makePicture(order(prompt))).stats()
      return (channels[0]?.mean ?? 0) - (channels[2]?.mean ?? 0)
    }
    expect(await tint('red geometric poster')).toBeGreaterThan(
      (await tint('blue geometric poster')) + 30
    )
  })

  test('edited is the input still, and changed', async () => {
    const input = await makePicture(order('a city by day'))
    const edited = await makePicture(order('make it a snowy night', { inputs: [input] }))
    const unlike = await makePicture(order('flowers'))
    expect(await difference(input, edited)).toBeGreaterThan(0.3)
    const shape = (bytes: Uint8Array): Promise<Buffer> =>
      sharp(bytes).greyscale().normalise().resize(16, 12).raw().toBuffer()
    const [before, after, other] = await Promise.all([shape(input), shape(edited), shape(unlike)])
    expect(correlation(before, after)).toBeGreaterThan(0.5)
    expect(correlation(before, after)).toBeGreaterThan(correlation(before, other))
  })

  test('of no size, too large, or of an input that is no picture is refused', async () => {
    for (const wrong of [
      order('a', { width: 4096 }),
      order('a', { height: 0 }),
      order('a', { width: 100.5 }),
      order('a', { inputs: [Buffer.from('no picture')] })
    ])
      await expect(makePicture(wrong)).rejects.toMatchObject({ code: 'bad_request' })
    // A header alone: nothing of it is decoded.
    const huge = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    huge.writeUInt32BE(30_000, 16)
    huge.writeUInt32BE(30_000, 20)
    await expect(makePicture(order('a', { inputs: [huge] }))).rejects.toMatchObject({
      code: 'content_too_large'
    })
  })
})

test('a cover carries its title where there are letters for it, and none else', async () => {
  const cover = (title: string): Uint8Array =>
    makeCover({ title, prompt: 'sea', seed: 3, size: 512, format: 'png' })
  const top = async (bytes: Uint8Array): Promise<number> =>
    (
      await sharp(
        await sharp(bytes).extract({ left: 30, top: 30, width: 420, height: 90 }).toBuffer()
      ).stats()
    ).channels[0]?.stdev ?? 0
  expect(await top(cover('Closer to the sea'))).toBeGreaterThan(45)
  expect(await top(cover('海'))).toBeLessThan(30)
  expect((await sharp(cover('🎵 Море 🎵')).metadata()).width).toBe(512)
})

function correlation(one: Uint8Array, other: Uint8Array): number {
  const mean = (values: Uint8Array): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const [a, b] = [mean(one), mean(other)]
  let [both, first, second] = [0, 0, 0]
  for (const [at, value] of one.entries()) {
    const [x, y] = [value - a, (other[at] ?? 0) - b]
    both += x * y
    first += x * x
    second += y * y
  }
  return both / Math.sqrt(first * second)
}
