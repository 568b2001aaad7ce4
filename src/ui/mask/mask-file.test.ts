import { createCanvas, loadImage } from '@napi-rs/canvas'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { MaskMarks } from '#core/field.ts'
import { isOpaque } from '#media/opaque.ts'
import { createMaskFile } from '#ui/mask/mask-file.ts'
import type { MaskTool, Point, Strokes } from '#ui/mask/strokes.ts'

const WIDE = 300
const TALL = 200

/** The document of the tests has no canvas that paints. */
beforeEach(() => {
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) =>
    name === 'canvas' ? (createCanvas(1, 1) as unknown as HTMLCanvasElement) : create(name)
  )
})

const across = (tool: MaskTool, size: number): Strokes['done'][number] => ({
  tool,
  size,
  points: [0, WIDE].map((x): Point => [x, TALL / 2])
})
/** A line of 80 pixels across the middle of the picture. */
const LINE: Strokes = { done: [across('brush', 80)], undone: [] }

/** Returns the size of a written mask, and the grey and opacity of its middle column. */
async function written(
  strokes: Strokes,
  feather: number,
  marks: MaskMarks
): Promise<{ size: number[]; pixel(y: number): number[] }> {
  const file = await createMaskFile(strokes, [WIDE, TALL], { feather, marks })
  if (typeof file === 'string') throw new Error(file)
  expect([file.name, file.type]).toEqual(['mask.png', 'image/png'])
  const image = await loadImage(Buffer.from(await file.arrayBuffer()))
  const brush = createCanvas(image.width, image.height).getContext('2d')
  brush.drawImage(image, 0, 0)
  return {
    size: [image.width, image.height],
    pixel(y) {
      const [grey = -1, , , alpha = -1] = brush.getImageData(WIDE / 2, y, 1, 1).data
      return [grey, alpha]
    }
  }
}

describe('a mask file', () => {
  test.each([
    ['white', [255, 255], [0, 255]],
    ['black', [0, 255], [255, 255]],
    ['transparent', [0, 0], [0, 255]]
  ] as const)('has the size of the picture and marks what changes %s', async (marks, on, off) => {
    const { size, pixel } = await written(LINE, 0, marks)
    expect(size).toEqual([WIDE, TALL])
    expect([pixel(100), pixel(62), pixel(138)]).toEqual([on, on, on])
    expect([pixel(10), pixel(58), pixel(142)]).toEqual([off, off, off])
  })

  test.each([
    ['white', 0],
    ['black', 0],
    ['transparent', 1]
  ] as const)('fades at the edge on both sides where it marks %s', async (marks, channel) => {
    const { pixel } = await written(LINE, 20, marks)
    const line = Array.from({ length: 61 }, (_, at) => pixel(30 + at)[channel] ?? 0)
    const rises = marks === 'white' ? line : line.map(value => 255 - value)
    expect(rises.every((value, at) => at === 0 || value >= (rises[at - 1] ?? 0))).toBe(true)
    expect([rises.at(0), rises.at(-1)]).toEqual([0, 255])
    // The edge is at 60, the standard deviation is half of the feather.
    expect(rises[30]).toBeGreaterThan(110)
    expect(rises[30]).toBeLessThan(145)
    expect(rises[20]).toBeGreaterThan(20)
    expect(rises[40]).toBeLessThan(235)
  })

  test('that marks by transparency has transparent bytes, which servers check', async () => {
    for (const feather of [0, 20]) {
      const options = { feather, marks: 'transparent' } as const
      const file = await createMaskFile(LINE, [WIDE, TALL], options)
      if (typeof file === 'string') throw new Error(file)
      expect(isOpaque(Buffer.from(await file.arrayBuffer()))).toBe(false)
      // Only parts that are fully transparent change.
      expect((await written(LINE, feather, 'transparent')).pixel(100)).toEqual([0, 0])
    }
  })

  test('of a large picture fades as far as that of a small one', async () => {
    const big = { tool: 'brush', size: 400, points: [0, 1500].map((x): Point => [x, 500]) } as const
    const file = await createMaskFile({ done: [big], undone: [] }, [1500, 1000], {
      feather: 60,
      marks: 'white'
    })
    if (typeof file === 'string') throw new Error(file)
    const image = await loadImage(Buffer.from(await file.arrayBuffer()))
    expect([image.width, image.height]).toEqual([1500, 1000])
    const brush = createCanvas(1500, 1000).getContext('2d')
    brush.drawImage(image, 0, 0)
    const line = [200, 280, 300, 320, 400].map(y => brush.getImageData(750, y, 1, 1).data[0] ?? -1)
    expect(line).toEqual([0, ...line.slice(1, 4), 255])
    expect(line.toSorted((one, other) => one - other)).toEqual(line)
    expect(line[2]).toBeGreaterThan(115)
    expect(line[2]).toBeLessThan(140)
  })

  test('is empty without a stroke, and after all that was painted is erased', async () => {
    const eraser = [across('brush', 80), across('eraser', 80)]
    for (const done of [[], [across('eraser', 80)], eraser])
      expect(
        await createMaskFile({ done, undone: [] }, [WIDE, TALL], { feather: 0, marks: 'white' })
      ).toBe('empty')
    const { pixel } = await written({ done: [...eraser, ...LINE.done], undone: [] }, 0, 'white')
    expect(pixel(100)).toEqual([255, 255])
  })
})
