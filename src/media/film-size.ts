import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { Problem } from '#core/problem.ts'

/** The size in pixels and the length in seconds. */
type FilmSize = { width: number; height: number; duration: number }

/**
 * Reads the size and length that a video states, without decoding a frame.
 * @throws Problem `bad_request` for bytes that are not a video
 */
export async function readVideoSize(bytes: Uint8Array): Promise<FilmSize> {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track !== null)
      return {
        width: await track.getDisplayWidth(),
        height: await track.getDisplayHeight(),
        duration: await track.computeDuration()
      }
  } catch (thrown) {
    throw new Problem('bad_request', {
      detail: 'a video input cannot be read',
      cause: thrown
    })
  }
  throw new Problem('bad_request', { detail: 'a video input has no video track' })
}
