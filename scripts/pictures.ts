// `npm run gen:pictures`: draws a sheet of pictures for each choice that differs in looks, into the
// service's folder. `node scripts/pictures.ts pika kling` draws those of some services only. A new
// option needs a drawing here.
import { createCanvas } from '@napi-rs/canvas'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { SERVICES } from '#catalog/index.ts'
import { DRAWINGS } from './pictures/drawings.ts'
import { Ink, SIDE } from './pictures/ink.ts'
import { captionOf, picturedFields } from './pictures/pictured.ts'

const CATALOG = join(import.meta.dirname, '../src/catalog')
const only = process.argv.slice(2)

for (const { id, field, options } of picturedFields(SERVICES)) {
  if (only.length > 0 && !only.includes(id)) continue
  const folder = join(CATALOG, id, 'pictures')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${field}.webp`), await sheetOf(id, field, options))
}

/**
 * Draws all pictures of a choice below each other, in the order of its options. The file's metadata
 * names the options.
 */
async function sheetOf(id: string, field: string, options: readonly string[]): Promise<Uint8Array> {
  const sheet = createCanvas(SIDE, SIDE * options.length)
  const brush = sheet.getContext('2d')
  for (const [index, option] of options.entries()) {
    const draw = DRAWINGS[id]?.[field]?.[option]
    if (draw === undefined) throw new Error(`${id} ${field}: ${option} has no drawing`)
    const ink = new Ink()
    draw(ink)
    brush.drawImage(ink.canvas, 0, SIDE * index)
  }
  return sharp(sheet.toBuffer('image/png'))
    .webp({ quality: 66, effort: 6, smartSubsample: true })
    .withExif({ IFD0: { ImageDescription: captionOf(options) } })
    .toBuffer()
}
