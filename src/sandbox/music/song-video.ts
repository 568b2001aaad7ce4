import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas'
import { Problem } from '#core/problem.ts'
import { soundPackets } from '#media/audio.ts'
import { encodeFilm } from '#media/film.ts'
import { readPicture } from '#media/picture.ts'
import { upTo } from '#media/random.ts'
import { loudnessOf } from '#sandbox/music/loudness.ts'
import { cover as fill } from '#sandbox/pictures/edit.ts'
import { watermark } from '#sandbox/pictures/letters.ts'
import type { Brush } from '#sandbox/pictures/stage.ts'
import { css } from '#sandbox/pictures/tone.ts'

const SIZE = 512
/** Frames a second, unless told; a long song moves less, so that its film does not take longer to make. */
const [QUICK, SLOW, LONG] = [6, 2, 120]
/** Seconds of the longest song that is filmed. */
const LONGEST = 600
const BARS = 40

export type SongVideoOrder = { cover: Uint8Array; song: Uint8Array; fps?: number }

/**
 * A film of a song: its cover, bars that move with its loudness, and the MP3 itself as sound.
 * @throws Problem `bad_request` for a cover or a song that cannot be read, and for one that is too long
 */
export async function makeSongVideo({
  cover,
  song,
  fps: asked
}: SongVideoOrder): Promise<Uint8Array> {
  const packets = await soundPackets(song)
  const last = packets.at(-1)
  const seconds = last === undefined ? 1 : last.timestamp + last.duration
  if (seconds > LONGEST + 1)
    throw new Problem('bad_request', {
      detail: `a song of more than ${LONGEST} seconds is not filmed`
    })
  const loudness = loudnessOf(packets)
  const backdrop = paintBackdrop(await readPicture(cover))
  const canvas = createCanvas(SIZE, SIZE)
  const brush = canvas.getContext('2d')
  const fps = asked ?? (seconds > LONG ? SLOW : QUICK)
  const frames = Math.max(1, Math.ceil(seconds * fps))
  const frame = (at: number): Uint8Array => {
    brush.drawImage(backdrop, 0, 0)
    const place = Math.floor((at / frames) * loudness.length)
    paintBars(
      brush,
      upTo(BARS).map(bar => loudness[place - Math.abs(bar - BARS / 2) * 2]?.loud ?? 0)
    )
    brush.fillStyle = css([1, 0, 0], 0.9)
    brush.fillRect(0, SIZE - 4, (SIZE * at) / frames, 4)
    return canvas.data()
  }
  return encodeFilm({ width: SIZE, height: SIZE, fps, frames, frame, sound: song })
}

function paintBackdrop(image: Image): Canvas {
  const canvas = createCanvas(SIZE, SIZE)
  const brush = canvas.getContext('2d')
  fill(brush, image, 0, 0, SIZE, SIZE)
  const shade = brush.createLinearGradient(0, SIZE * 0.66, 0, SIZE)
  shade.addColorStop(0, css([0.08, 0.02, 280], 0))
  shade.addColorStop(1, css([0.08, 0.02, 280], 0.7))
  brush.fillStyle = shade
  brush.fillRect(0, SIZE * 0.66, SIZE, SIZE * 0.34)
  watermark(brush, SIZE, SIZE)
  return canvas
}

/** The loudest in the middle is now; outwards is what was. */
function paintBars(brush: Brush, levels: readonly number[]): void {
  const step = (SIZE * 0.7) / BARS
  brush.fillStyle = css([1, 0, 0], 0.85)
  for (const [at, level] of levels.entries()) {
    const tall = 4 + level * SIZE * 0.09
    brush.beginPath()
    brush.roundRect(SIZE * 0.08 + at * step, SIZE * 0.88 - tall / 2, step * 0.55, tall, step * 0.27)
    brush.fill()
  }
}
