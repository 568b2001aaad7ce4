import { createHash } from 'node:crypto'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeSongVideo } from '#sandbox/music/song-video.ts'
import { makeSong } from '#sandbox/music/song.ts'
import { makeClip } from '#sandbox/posters/clip.ts'
import { makePicture } from '#sandbox/posters/picture.ts'

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function facts(film: Uint8Array) {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(film) })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const frames = (await video?.computePacketStats())?.packetCount
  const profile = (await video?.getDecoderConfig())?.codec.slice(0, 7)
  return {
    codec: await video?.getCodec(),
    profile,
    width: await video?.getDisplayWidth(),
    height: await video?.getDisplayHeight(),
    frames,
    duration: await video?.computeDuration(),
    sound: (await audio?.getCodec()) ?? null,
    length: (await audio?.computeDuration()) ?? 0
  }
}

const indexFirst = (film: Uint8Array): boolean =>
  Buffer.from(film).indexOf('moov') < Buffer.from(film).indexOf('mdat')

/** Returns the times in seconds at which a player can start. */
async function entries(film: Uint8Array): Promise<number[]> {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(film) })
  const video = await input.getPrimaryVideoTrack()
  if (video === null) return []
  const found: number[] = []
  for await (const { type, timestamp } of new EncodedPacketSink(video).packets())
    if (type === 'key') found.push(timestamp)
  return found
}
const likeness = async (one: Uint8Array, other: Uint8Array): Promise<number> => {
  const [a, b] = await Promise.all(
    [one, other].map(bytes =>
      sharp(bytes).resize(8, 8, { fit: 'fill' }).removeAlpha().raw().toBuffer()
    )
  )
  return a === undefined || b === undefined
    ? 255
    : a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}

describe('a video', () => {
  test('is H.264 Baseline with even sides, the requested length and the index first, and repeats exactly', async () => {
    const order = { prompt: 'waves on the ocean', seed: 5, width: 161, height: 121, seconds: 1.5 }
    const { clip, poster, lastFrame } = await makeClip(order)
    const { duration, ...others } = await facts(clip)
    expect(others).toEqual({
      codec: 'avc',
      profile: 'avc1.42',
      width: 160,
      height: 120,
      frames: 36,
      sound: null,
      length: 0
    })
    expect(duration).toBeCloseTo(1.5, 2)
    expect(indexFirst(clip)).toBe(true)
    expect(await entries(clip)).toEqual([0])
    expect((await sharp(poster).metadata()).width).toBe(160)
    expect(await likeness(poster, lastFrame)).toBeGreaterThan(2)
    expect(sha((await makeClip(order)).clip)).toBe(sha(clip))
  })

  test('goes from its start image to its end image', async () => {
    const picture = (prompt: string): Promise<Uint8Array> =>
      makePicture({ prompt, seed: 1, width: 160, height: 160, format: 'webp' })
    const [start, end] = [await picture('a red rose'), await picture('a city at night')]
    const { poster, lastFrame } = await makeClip({
      prompt: 'it gets dark',
      seed: 1,
      width: 160,
      height: 160,
      seconds: 0.5,
      fps: 8,
      start,
      end
    })
    expect(await likeness(poster, start)).toBeLessThan(12)
    expect(await likeness(lastFrame, end)).toBeLessThan(12)
    expect(await likeness(poster, lastFrame)).toBeGreaterThan(25)
  })

  test('closes into a loop, and shows other images on its way', async () => {
    const order = { prompt: 'hills', seed: 1, width: 160, height: 160, seconds: 0.5, fps: 8 }
    const loop = await makeClip({ ...order, loop: true })
    expect(await likeness(loop.lastFrame, loop.poster)).toBeLessThan(3)
    const pictures = ['a red rose', 'a city at night', 'the sea by day'].map(prompt =>
      makePicture({ prompt, seed: 1, width: 160, height: 160, format: 'webp' })
    )
    const [start, second, end] = await Promise.all(pictures)
    if (start === undefined || second === undefined || end === undefined)
      throw new Error('three were painted')
    const way = await makeClip({ ...order, start, through: [second], end })
    expect(await likeness(way.poster, start)).toBeLessThan(12)
    expect(await likeness(way.lastFrame, end)).toBeLessThan(12)
    expect(sha(way.clip)).not.toBe(sha((await makeClip({ ...order, start, end })).clip))
  })

  test('shows an effect on its first image', async () => {
    const start = await makePicture({
      prompt: 'a red rose',
      seed: 1,
      width: 160,
      height: 160,
      format: 'webp'
    })
    const order = { prompt: '', seed: 1, width: 160, height: 160, seconds: 0.5, fps: 8, start }
    const [still, gone] = await Promise.all([
      makeClip(order),
      makeClip({ ...order, effect: 'Explode' })
    ])
    expect(await likeness(gone.poster, start)).toBeLessThan(12)
    expect(await likeness(gone.lastFrame, start)).toBeGreaterThan(
      (await likeness(still.lastFrame, start)) + 10
    )
  })

  test('without a length, or from bytes that are not an image, is refused', async () => {
    const order = { prompt: 'a', seed: 1, width: 160, height: 160, seconds: 1 }
    for (const wrong of [
      { ...order, seconds: 0 },
      { ...order, seconds: 31 },
      { ...order, fps: 0 },
      { ...order, start: Buffer.from('no picture') }
    ])
      await expect(makeClip(wrong)).rejects.toMatchObject({ code: 'bad_request' })
  })
})

test('of a song has its cover and its MP3, both as long as the song', async () => {
  const { song } = await makeSong({
    title: 'x',
    style: 'folk',
    lyric: '',
    seed: 1,
    seconds: 4,
    instrumental: true
  })
  const film = await makeSongVideo({
    cover: await makePicture({ prompt: 'x', seed: 1, width: 256, height: 256, format: 'jpeg' }),
    song
  })
  const { codec, sound, width, duration, length } = await facts(film)
  expect({ codec, sound, width }).toEqual({ codec: 'avc', sound: 'mp3', width: 512 })
  expect(Math.abs((duration ?? 0) - 4)).toBeLessThan(0.3)
  expect(Math.abs(length - 4)).toBeLessThan(0.1)
  expect(indexFirst(film)).toBe(true)
})
