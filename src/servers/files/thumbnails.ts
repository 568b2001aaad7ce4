import { THUMBNAIL_WIDTHS } from '#contract/file.ts'
import { findFile, type FileRow } from '#servers/files/keep.ts'
import type { Context } from '#servers/lib/context.ts'

export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number]

/** Smaller copies of images. They are made when first needed and kept as blobs. */
export type Thumbnails = {
  /**
   * Finds or makes the smaller copy of an image.
   * @returns a blob of type image/webp and its size in bytes; null when the original should be used
   */
  find(file: FileRow, width: ThumbnailWidth): Promise<{ blob: string; size: number } | null>
}

const PICTURES = /^image\/(png|jpeg|gif|webp|avif)$/

/**
 * Limits for images that are decoded: `MAX_SOURCE` in bytes of the file, and `MAX_PIXELS`, since a
 * small file can contain a huge image.
 */
const MAX_SOURCE = 32 * 1024 * 1024
const MAX_PIXELS = 50_000_000

/**
 * `AT_ONCE`: images decoded at once, each with up to 200 MB. `PATIENCE`: maximum seconds for one
 * image.
 */
const AT_ONCE = 2
const PATIENCE = 20

export function thumbnailKeys(blob: string): string[] {
  return THUMBNAIL_WIDTHS.map(width => keyOf(blob, width))
}

function keyOf(blob: string, width: ThumbnailWidth): string {
  return `${blob}-w${width}`
}

export function createThumbnails({
  database,
  blobs
}: Pick<Context, 'database' | 'blobs'>): Thumbnails {
  const making = new Map<string, Promise<void>>()
  const turn = turns(AT_ONCE)

  async function make(file: FileRow, width: ThumbnailWidth, key: string): Promise<void> {
    const body = await blobs.get(file.blob)
    if (body === null) return
    const source = new Uint8Array(await new Response(body).arrayBuffer())
    // An empty blob is stored for an image without a thumbnail, so that it is not tried again.
    const made = await shrink(source, width).catch(() => new Uint8Array())
    await blobs.put(key, new Blob([made]).stream(), made.length)
    // If the file was deleted in the meantime, its deletion may have missed this thumbnail.
    if ((await findFile(database, file.id)) === null) await blobs.delete(key)
  }

  return {
    async find(file, width) {
      if (!PICTURES.test(file.type) || file.size > MAX_SOURCE) return null
      const blob = keyOf(file.blob, width)
      let size = await blobs.size(blob)
      if (size === null) {
        const work =
          making.get(blob) ?? turn(() => make(file, width, blob)).finally(() => making.delete(blob))
        making.set(blob, work)
        await work
        size = await blobs.size(blob)
      }
      return size === null || size === 0 ? null : { blob, size }
    }
  }
}

/**
 * Makes a smaller copy.
 * @throws Error for a broken, animated or too large image
 */
async function shrink(
  source: Uint8Array<ArrayBuffer>,
  width: number
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded when first needed, so that a process without images starts faster.
  const { default: sharp } = await import('sharp')
  const picture = sharp(source, { limitInputPixels: MAX_PIXELS })
  const { pages = 1 } = await picture.metadata()
  if (pages > 1 || moves(source)) throw new Error('it moves')
  const made = await picture
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: PATIENCE })
    .toBuffer()
  return new Uint8Array(made)
}

/** Tells whether a PNG or AVIF is animated. The decoder does not detect these animations. */
function moves(source: Uint8Array): boolean {
  const head = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const frames = head.indexOf('acTL')
  return (
    head.toString('latin1', 4, 12) === 'ftypavis' || (frames >= 0 && frames < head.indexOf('IDAT'))
  )
}

/** Limits how many functions run at once. Others wait for their turn in order. */
function turns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async work => {
    if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
