// Makes what first visits see of the tools: six small things each, by the sandbox. Run after its pictures or the prompts
// have changed: `node scripts/examples.ts`.
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMp3Encoder } from 'wasm-media-encoders'
import { makeClip } from '#providers/sandbox-media/clip.ts'
import { makeLyrics } from '#providers/sandbox-media/lyrics.ts'
import { RATE, type Track } from '#providers/sandbox-media/music/track.ts'
import { makePicture } from '#providers/sandbox-media/picture.ts'
import { makeCover } from '#providers/sandbox-media/song-cover.ts'
import { renderSong } from '#providers/sandbox-media/song.ts'

const ROOT = join(import.meta.dirname, '..')
const NUMBERS = [1, 2, 3, 4, 5, 6]

/** Files by their ending. */
type Files = Record<string, Uint8Array>

/** All of them together weigh less than one photograph of a telephone. */
const MAKERS: Record<string, (prompt: string, seed: string) => Promise<Files>> = {
  async flux(prompt, seed) {
    return { webp: await shrink(await makePicture({ prompt, seed, width: 960, height: 720, format: 'png' })) }
  },
  async kling(prompt, seed) {
    const { clip } = await makeClip({ prompt, seed, width: 288, height: 162, seconds: 2.5, fps: 10 })
    return { mp4: clip, webp: await shrink(await makePicture({ prompt, seed, width: 960, height: 540, format: 'png' })) }
  },
  async suno(prompt, seed) {
    const { title, text } = makeLyrics({ prompt, seed })
    const { track } = renderSong({ title, style: prompt, lyric: text, seed, seconds: 5, instrumental: /lo-fi/i.test(prompt) })
    return { mp3: await encodeSmall(track), webp: await shrink(makeCover({ title, prompt, seed, size: 384, format: 'png' })) }
  }
}

for (const [id, make] of Object.entries(MAKERS)) {
  const words = JSON.parse(await readFile(join(ROOT, 'locales/en', `${id}.json`), 'utf8')) as Record<string, string>
  const folder = join(ROOT, 'src/catalog', id, 'examples')
  await mkdir(folder, { recursive: true })
  for (const number of NUMBERS) {
    const files = await make(words[`${id}.example.${number}`] ?? '', `example ${number}`)
    for (const [ending, bytes] of Object.entries(files)) {
      await writeFile(join(folder, `${number}.${ending}`), bytes)
      process.stdout.write(`${id} ${number}.${ending} ${bytes.byteLength}\n`)
    }
  }
}

/** Half as wide and high: the grain goes, and with it most of the bytes. */
async function shrink(picture: Uint8Array): Promise<Uint8Array> {
  const image = await loadImage(picture)
  const canvas = createCanvas(image.width / 2, image.height / 2)
  const brush = canvas.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.encodeSync('webp', 55)
}

/** Mono at 40 kbit/s. */
async function encodeSmall({ left, right }: Track): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: RATE, channels: 1, bitrate: 40 })
  const mono = left.map((sample, at) => (sample + (right[at] ?? 0)) / 2)
  return Buffer.concat([encoder.encode([mono]).slice(), encoder.finalize().slice()])
}
