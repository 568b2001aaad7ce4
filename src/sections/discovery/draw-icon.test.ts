import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawIcon } from '#sections/discovery/draw-icon.server.ts'
import { ICONS, type IconName } from '#sections/discovery/icons.ts'

/** Makes an image of one colour, optionally with a transparent border. */
function picture(background: string, clear = 0): Promise<Buffer> {
  const side = 100 - 2 * clear
  return sharp({ create: { width: side, height: side, channels: 4, background } })
    .extend({ top: clear, bottom: clear, left: clear, right: clear, background: '#0000' })
    .png()
    .toBuffer()
}

/** Red, green, blue and alpha of an icon, at its corner and in its middle. */
async function looks(
  source: Uint8Array | null,
  name: IconName
): Promise<{ size: number; corner: number[]; middle: number[] }> {
  const { data, info } = await sharp(await drawIcon(source, name))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (index: number): number[] => [...data.subarray(index * 4, index * 4 + 4)]
  return {
    size: info.width,
    corner: at(0),
    middle: at((info.height / 2) * info.width + info.width / 2)
  }
}

const RED = [255, 0, 0, 255]

describe('an icon', () => {
  test.each(Object.entries(ICONS))(
    '%s has its size, for our image and for a site’s',
    async (name, { size }) => {
      expect(await sharp(await drawIcon(null, name as IconName)).metadata()).toMatchObject({
        format: 'png',
        width: size,
        height: size
      })
      expect(await looks(await picture('#f00'), name as IconName)).toEqual({
        size,
        corner: RED,
        middle: RED
      })
    }
  )
  test('of an opaque kind has no transparent edge, for our image and for a site’s', async () => {
    const ours = await looks(null, 'maskable-512')
    expect(ours.corner[3]).toBe(255)
    expect((await looks(null, '512')).corner[3]).toBe(0)
    const dark = await looks(await picture('#102030', 10), 'maskable-512')
    const bright = await looks(await picture('#fffffe', 10), 'maskable-512')
    expect([dark.corner[3], bright.corner[3]]).toEqual([255, 255])
    expect(dark.corner[0]).toBeGreaterThan(240)
    expect(bright.corner[0]).toBeLessThan(40)
    expect((await looks(await picture('#f00', 10), '512')).corner[3]).toBe(0)
  })
  test('is not drawn from an SVG, or from a file that is not an image', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    )
    await expect(drawIcon(svg, '192')).rejects.toThrow('not drawn from svg')
    await expect(drawIcon(Buffer.from('no picture'), '192')).rejects.toThrow()
  })
})
