import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { SIDE } from '../scripts/pictures/ink.ts'
import { captionOf, picturedFields } from '../scripts/pictures/pictured.ts'

const CATALOG = join(import.meta.dirname, '../src/catalog')

/** Maximum average size of one image of a sheet, in bytes. */
const MOST = 6 * 1024

const pictured = picturedFields(SERVICES)
const fileOf = (id: string, field: string): string => `${id}/pictures/${field}.webp`

describe('choices that differ in looks show images', () => {
  test('every such choice has a sheet, and every sheet belongs to a choice', () => {
    expect(pictured.length).toBeGreaterThan(10)
    expect(globSync('*/pictures/*', { cwd: CATALOG }).toSorted()).toEqual(
      pictured.map(({ id, field }) => fileOf(id, field)).toSorted()
    )
  })

  test.each(pictured)(
    '$id $field: one image per option, in order, small enough and of the size that pages reserve',
    async each => {
      const { id, field, options } = each
      const bytes = await readFile(join(CATALOG, fileOf(id, field)))
      const { width, height, format, exif } = await sharp(bytes).metadata()
      expect({ format, width, height }).toEqual({
        format: 'webp',
        width: SIDE,
        height: SIDE * options.length
      })
      // `npm run gen:pictures` writes the options into the caption. If an option is added, moved or
      // renamed, the sheet has to be generated again.
      expect(exif?.toString()).toContain(captionOf(options))
      expect(bytes.byteLength).toBeLessThan(MOST * options.length)
    }
  )
})

test('a scanner reads the QR code in the image of each style', async () => {
  const { options = [] } = pictured.find(({ field }) => field === 'preset') ?? {}
  const sheet = sharp(join(CATALOG, fileOf('qrart', 'preset')))
  const read = await Promise.all(
    options.map(async (_, index) => {
      const tile = sheet.clone().extract({ left: 0, top: index * SIDE, width: SIDE, height: SIDE })
      const { data, info } = await tile
        .resize(SIDE * 2)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return jsQR(Uint8ClampedArray.from(data), info.width, info.height)?.data
    })
  )
  expect(options.filter((_, index) => read[index] !== 'hello')).toEqual([])
})
