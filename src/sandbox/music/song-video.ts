import { createCanvas } from '@napi-rs/canvas'
import { Problem } from '#core/problem.ts'
import { readAudioPackets } from '#media/audio.ts'
import { encodeVideo } from '#media/film.ts'
import { readPicture } from '#media/picture.ts'
import { drawImageCover as fill } from '#media/compose.ts'

const SIZE = 512
/** Frames per second. A long song has fewer, so that its video takes the same time to make. */
const [QUICK, SLOW, LONG] = [6, 2, 120]
/** Seconds of the longest song that becomes a video. */
const LONGEST = 600

export type SongVideoInput = { cover: Uint8Array; song: Uint8Array; fps?: number }

/**
 * Makes a video of a song: a slow zoom into its cover, a progress line, and the MP3 as sound.
 * @throws Problem `bad_request` for a cover or a song that cannot be read, and for a song that is
 *   too long
 */
export async function makeSongVideo({ cover, song, fps }: SongVideoInput): Promise<Uint8Array> {
  const packets = await readAudioPackets(song)
  const last = packets.at(-1)
  const seconds = last === undefined ? 1 : last.timestamp + last.duration
  if (seconds > LONGEST + 1)
    throw new Problem('bad_request', {
      detail: `a video needs a song of at most ${LONGEST} seconds`
    })
  const image = await readPicture(cover)
  const brush = createCanvas(SIZE, SIZE).getContext('2d')
  const rate = fps ?? (seconds > LONG ? SLOW : QUICK)
  const frames = Math.max(1, Math.ceil(seconds * rate))
  const frame = (at: number): Uint8Array => {
    const closer = (SIZE * 0.06 * at) / frames
    const side = SIZE + 2 * closer
    fill(brush, image, { x: -closer, y: -closer, width: side, height: side })
    brush.fillStyle = 'rgb(0 0 0 / 0.5)'
    brush.fillRect(0, SIZE - 8, SIZE, 8)
    brush.fillStyle = '#fff'
    brush.fillRect(0, SIZE - 8, (SIZE * at) / frames, 8)
    return brush.canvas.data()
  }
  return encodeVideo({ width: SIZE, height: SIZE, fps: rate, frames, frame, sound: song })
}
