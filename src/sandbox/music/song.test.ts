import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readAudio } from '#media/audio.ts'
import { playTune, SONG_PARTS, type SongPart, type SongInput } from '#sandbox/music/play.ts'
import { makeSong } from '#sandbox/music/song.ts'
import { chooseMusicStyle } from '#sandbox/music/style.ts'
import { SAMPLE_RATE, type Track } from '#media/track.ts'
import { doseOf } from '../../../tests/support/dose.ts'

const STYLES = ['ambient', 'lo-fi', 'piano', 'jazz', 'folk', 'metal', 'rock', 'electronic', 'pop']

const order = (more: Partial<SongInput> = {}): SongInput => ({
  title: 'Morning',
  style: 'pop',
  lyric: '[Verse]\nHello the morning',
  seed: 7,
  seconds: 6,
  instrumental: false,
  ...more
})

const play = (one: SongInput): Track =>
  playTune(one, chooseMusicStyle(one.style, String(one.seed)), one.parts ?? SONG_PARTS)

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const shaOf = ({ left }: Track): string => sha(Buffer.from(left.buffer))

function loudest({ left, right }: Track): number {
  return [left, right].reduce(
    (peak, channel) => channel.reduce((most, value) => Math.max(most, Math.abs(value)), peak),
    0
  )
}

function perSecond({ left }: Track): number[] {
  return Array.from({ length: Math.floor(left.length / SAMPLE_RATE) }, (_, second) => {
    const part = left.subarray(second * SAMPLE_RATE, (second + 1) * SAMPLE_RATE)
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / SAMPLE_RATE)
  })
}

describe('a song', () => {
  test.each(doseOf(STYLES, 3))(
    'in the style %s is audible from the first second until it fades, and never clips',
    style => {
      expect(chooseMusicStyle(style, '').name).toBe(style)
      const track = play(order({ style, seconds: 8, instrumental: style !== 'pop' }))
      expect(loudest(track)).toBeLessThan(1)
      expect(Math.min(...perSecond(track).slice(0, -2))).toBeGreaterThan(0.015)
      expect(perSecond(track).at(-1)).toBeLessThan(0.2)
      expect(Math.abs(track.left.at(-1) ?? 1)).toBeLessThan(0.01)
    }
  )

  test('is a stereo MP3 of 128 kbit/s with the requested length, and repeats exactly', async () => {
    const { song } = await makeSong(order())
    const { duration, ...others } = await readAudio(song)
    expect(others).toEqual({ channels: 2, sampleRate: SAMPLE_RATE, codec: 'mp3' })
    expect(Math.abs(duration - 6)).toBeLessThan(0.1)
    expect((song.length * 8) / 6 / 1000).toBeCloseTo(128, -1)
    expect(sha((await makeSong(order())).song)).toBe(sha(song))
  })

  test('differs by seed, style, voice and parts', () => {
    const orders = [
      order({ seconds: 3 }),
      order({ seconds: 3, seed: 8 }),
      order({ seconds: 3, style: 'techno' }),
      order({ seconds: 3, instrumental: true }),
      order({ seconds: 3, parts: ['drums', 'bass'] }),
      order({ seconds: 3, parts: ['lead', 'voice'] }),
      order({ seconds: 3, vocal: 'm' })
    ]
    expect(new Set(orders.map(one => shaOf(play(one)))).size).toBe(orders.length)
  })

  test.each(doseOf(SONG_PARTS, 2))('has a stem with %s', part => {
    const stem = play(order({ parts: [part] satisfies SongPart[] }))
    expect(loudest(stem)).toBeGreaterThan(0.02)
  })

  test('continues where it ended', () => {
    const bar = (60 / chooseMusicStyle('pop', '').tempo) * 4
    const [whole, rest] = [
      play(order({ seconds: 4 * bar, parts: ['bass'] })),
      play(order({ from: 2 * bar, seconds: 2 * bar, parts: ['bass'] }))
    ]
    const at = Math.round(2 * bar * SAMPLE_RATE) + 2000
    const [one, other] = [whole.left.subarray(at, at + 4000), rest.left.subarray(2000, 6000)]
    const off = one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0)
    // The start of the rest lacks the echo of the bar before.
    expect(off / one.length).toBeLessThan(0.1)
  })

  test('of an impossible length is refused', async () => {
    for (const seconds of [0, 121, Number.NaN])
      await expect(makeSong(order({ seconds }))).rejects.toMatchObject({ code: 'bad_request' })
  })
})
