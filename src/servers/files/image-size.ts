import type { Blobs } from '#servers/lib/blobs.ts'
import type { FileRow } from '#servers/files/keep.ts'

/** The largest image that is measured, in bytes. */
const MOST = 64 * 1024 * 1024

/**
 * Measures an image as browsers show it.
 * @returns width and height in pixels; null for a file that is no image
 */
export async function imageSize(
  blobs: Blobs,
  { blob, type, size }: Pick<FileRow, 'blob' | 'type' | 'size'>
): Promise<readonly [number, number] | null> {
  if (!type.startsWith('image/') || size > MOST) return null
  const body = await blobs.get(blob)
  if (body === null) return null
  return shownSize(new Uint8Array(await new Response(body).arrayBuffer()))
}

/**
 * Measures the bytes of an image as browsers show it, turned as its camera says.
 * @returns width and height in pixels; null for bytes that are no image
 */
export async function shownSize(bytes: Uint8Array): Promise<readonly [number, number] | null> {
  // Loaded when first needed, so that a process without images starts faster.
  const { default: sharp } = await import('sharp')
  const read = await sharp(bytes)
    .metadata()
    .catch(() => null)
  return read === null ? null : [read.autoOrient.width, read.autoOrient.height]
}
