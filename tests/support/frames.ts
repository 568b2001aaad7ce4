import sharp from 'sharp'
import { bytesAt } from './making.ts'
import type { MediaWorld } from './media-world.ts'

/** Creates an image of one colour. */
export function plain(background: string, width = 320, height = 180): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

/**
 * Reads a frame of a video.
 * @returns its size, and the mean of red minus the mean of blue, from -255 to 255
 */
export async function frameAt(
  world: MediaWorld,
  address: unknown
): Promise<{ size: number[]; redness: number }> {
  const frame = sharp(await bytesAt(world, address, 'image/jpeg'))
  const [{ width, height }, { channels }] = await Promise.all([frame.metadata(), frame.stats()])
  return { size: [width, height], redness: (channels[0]?.mean ?? 0) - (channels[2]?.mean ?? 0) }
}
