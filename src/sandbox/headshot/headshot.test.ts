import { createCanvas, loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { findFace } from '#sandbox/headshot/face.ts'
import { makeHeadshot, type HeadshotOrder } from '#sandbox/headshot/headshot.ts'
import { LOOKS, type Template } from '#sandbox/headshot/templates.ts'
import { doseOf } from '../../../tests/support/dose.ts'

const TEMPLATES = Object.keys(LOOKS) as Template[]
const SKIN = '#d8a583'

/** Somebody before a blue wall, with a mark on the forehead that nobody else has. */
function photo(x: number, y: number, mark = '#00ff00', skin = SKIN): Buffer {
  const brush = createCanvas(800, 600).getContext('2d')
  brush.fillStyle = '#4466aa'
  brush.fillRect(0, 0, 800, 600)
  brush.fillStyle = skin
  brush.beginPath()
  brush.ellipse(x, y, 90, 120, 0, 0, Math.PI * 2)
  brush.fill()
  brush.fillStyle = mark
  brush.fillRect(x - 30, y - 40, 60, 30)
  return brush.canvas.encodeSync('png')
}

const shot = (order: Partial<HeadshotOrder>): Promise<Uint8Array> =>
  makeHeadshot({ template: 'male_portrait', photo: photo(500, 250), seed: 1, variant: 0, ...order })

async function colour(bytes: Uint8Array, left: number, top: number, side = 30): Promise<number[]> {
  const { channels } = await sharp(
    await sharp(bytes).extract({ left, top, width: side, height: side }).toBuffer()
  ).stats()
  return channels.map(({ mean }) => mean)
}

describe('a face', () => {
  test.each([
    [500, 250],
    [200, 380]
  ])('is found where it is: %i, %i', async (x, y) => {
    const face = findFace(await loadImage(photo(x, y)))
    expect(Math.abs(face.x - x / 800)).toBeLessThan(0.04)
    expect(Math.abs(face.y - y / 600)).toBeLessThan(0.06)
    expect(face.tall).toBeCloseTo(240 / 600, 1)
  })

  test.each(['#f2d3bd', '#c68642', '#8d5524', '#5c3a1e'])('of the colour %s', async skin => {
    expect(
      Math.abs(findFace(await loadImage(photo(500, 250, skin, skin))).x - 500 / 800)
    ).toBeLessThan(0.04)
  })

  test('is taken to be in the usual place where there is none', async () => {
    const empty = createCanvas(90, 60).encodeSync('png')
    expect(findFace(await loadImage(empty))).toMatchObject({ x: 0.5, y: 0.4 })
  })
})

describe('a portrait', () => {
  test.each(doseOf(TEMPLATES, 2))(
    'in the clothes and before the wall of %s has the person’s own face',
    async template => {
      const bytes = await shot({ template })
      expect(await sharp(bytes).metadata()).toMatchObject({
        width: 896,
        height: 1120,
        format: 'jpeg'
      })
      const [marked, other] = [
        await colour(bytes, 433, 415),
        await colour(await shot({ template, photo: photo(500, 250, '#ff0000') }), 433, 415)
      ]
      expect(marked[1]).toBeGreaterThan((marked[0] ?? 0) + 60)
      expect(other[0]).toBeGreaterThan((other[1] ?? 0) + 60)
      // The blue wall is gone.
      const [red = 0, , blue = 0] = await colour(bytes, 660, 300)
      expect(blue - red).toBeLessThan(60)
    }
  )

  test('looks another way with every template and variant, and the same each time', async () => {
    const all = await Promise.all(
      TEMPLATES.map(async template => (await shot({ template })).byteLength)
    )
    expect(new Set(all).size).toBe(TEMPLATES.length)
    const [one, again, other] = await Promise.all([shot({}), shot({}), shot({ variant: 1 })])
    expect(Buffer.compare(one, again)).toBe(0)
    expect(Buffer.compare(one, other)).not.toBe(0)
  })

  test.each([
    [40, 40],
    [2000, 90],
    [90, 2000]
  ])('is made of a picture of %i by %i', async (width, height) => {
    const plain = createCanvas(width, height).encodeSync('png')
    expect(await sharp(await shot({ photo: plain })).metadata()).toMatchObject({
      width: 896,
      height: 1120
    })
  })

  test('of what is no picture is refused', async () => {
    await expect(shot({ photo: Buffer.from('no picture') })).rejects.toMatchObject({
      code: 'bad_request'
    })
  })
})
