// Makes the three files that the documentation's snippets name: `node scripts/example-files.ts`
// writes public/examples.
import { createCanvas } from '@napi-rs/canvas'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMp3Encoder } from 'wasm-media-encoders'
import { EXAMPLE_FILES } from '#core/example.ts'
import { encodePicture } from '#media/picture.ts'
import { renderSong } from '#sandbox/music/song.ts'
import { RATE } from '#sandbox/music/track.ts'
import { makeClip } from '#sandbox/pictures/clip.ts'
import { createStage } from '#sandbox/pictures/stage.ts'
import { figure } from '#sandbox/scenes/figure.ts'

const FOLDER = join(import.meta.dirname, '../public/examples')
/** Song services require a few seconds of sound at least. */
const SONG = {
  title: 'Evening',
  style: 'calm piano',
  lyric: '',
  seed: 'example',
  seconds: 12,
  instrumental: true
}
const VIDEO = {
  prompt: 'A lighthouse in the evening',
  seed: 'example',
  width: 480,
  height: 270,
  seconds: 3,
  fps: 12
}

await mkdir(FOLDER, { recursive: true })
const files = { image: photo(), audio: await song(), video: (await makeClip(VIDEO)).clip }
for (const [kind, name] of Object.entries(EXAMPLE_FILES))
  await writeFile(join(FOLDER, name), files[kind as keyof typeof files])

/**
 * Draws a person before a plain wall: headshots need a face, and every other service accepts it
 * too.
 */
function photo(): Uint8Array {
  const [width, height] = [960, 720]
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.fillStyle = '#3f8f98'
  brush.fillRect(0, 0, width, height)
  figure(createStage({ prompt: 'a person, teal', seed: 'given 6a', width, height })).paint(brush, 0)
  return encodePicture(canvas, 'jpeg')
}

/** Encodes a song in mono at 40 kbit/s. */
async function song(): Promise<Uint8Array> {
  const { left, right } = renderSong(SONG).track
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: RATE, channels: 1, bitrate: 40 })
  const mono = left.map((sample, at) => (sample + (right[at] ?? 0)) / 2)
  return Buffer.concat([encoder.encode([mono]).slice(), encoder.finalize().slice()])
}
