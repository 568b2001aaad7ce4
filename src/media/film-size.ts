import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { Problem } from '#core/problem.ts'

/** Pixels, and seconds. */
type FilmSize = { width: number; height: number; duration: number }

/**
 * What a film says of itself; no frame of it is decoded.
 * @throws Problem `bad_request` for what is no film
 */
export async function readFilm(bytes: Uint8Array): Promise<FilmSize> {
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
      detail: 'an input is not a film that can be read',
      cause: thrown
    })
  }
  throw new Problem('bad_request', { detail: 'an input has no pictures that move' })
}
