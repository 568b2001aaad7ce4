import { encodeVideo } from '#media/film.ts'
import type { Given } from './fal-case.ts'
import { startFalServer, type FalServer } from './fal-server.ts'
import { silence } from './sound.ts'
import { KEYS, openVendorWorld, type VendorWorld } from './vendor-world.ts'

/** Opens a studio whose media come from a fake fal. Closing the world closes both. */
export async function openFalWorld(): Promise<{
  vendor: FalServer
  world: VendorWorld
  inputs: Given
}> {
  const vendor = await startFalServer()
  vendor.files.set('/made/song.mp3', { file: silence(13), type: 'audio/mpeg' })
  const frame = (): Uint8Array => new Uint8Array(32 * 32 * 4)
  const file = Buffer.from(await encodeVideo({ width: 32, height: 32, fps: 5, frames: 10, frame }))
  vendor.files.set('/made/sea.mp4', { file, type: 'video/mp4' })
  const world = await openVendorWorld(vendor, { FAL_URL: vendor.url, FAL_KEY: KEYS.join(',') })
  const inputs = {
    picture: `${vendor.url}/made/face.png`,
    film: `${vendor.url}/made/sea.mp4`,
    song: `${vendor.url}/made/song.mp3`
  }
  return { vendor, world, inputs }
}

/** Returns the outputs of an answer, whatever its envelope. */
export function outputsOf(result: Record<string, unknown>): Record<string, unknown>[] {
  return ([result['data'] ?? result] as unknown[]).flat() as Record<string, unknown>[]
}
