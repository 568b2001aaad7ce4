import { describe, expect, test } from 'vitest'
import { readAudio } from '#providers/sandbox-media/audio.ts'
import { makeSong } from '#providers/sandbox-media/song.ts'
import { soundLength, soundStart } from '#providers/sound-length.ts'
import { silence, tag } from '../../tests/support/sound.ts'

const HEAD = 65_536

describe('the length of sound', () => {
  test('of a song as we play it, told by its first bytes', async () => {
    const { song } = await makeSong({ title: '', style: '', lyric: '', seed: 1, seconds: 9, instrumental: true })
    const { duration } = await readAudio(song)
    expect(soundLength(song.subarray(0, HEAD), song.length)).toBeCloseTo(duration, 0)
  })

  test('of what is slow and small, with a tag before it and without', async () => {
    const long = silence(1200)
    expect(long.length).toBeLessThan(1_250_000)
    expect((await readAudio(long)).duration).toBeCloseTo(1200, 0)
    for (const before of [0, 5, 300_000]) {
      const whole = Buffer.concat([...(before > 0 ? [tag(before)] : []), long])
      expect(soundLength(whole.subarray(0, soundStart(whole)), whole.length)).toBeCloseTo(1200, 0)
    }
  })

  test('of a WAV', () => {
    const head = Buffer.alloc(44)
    head.write('RIFF\0\0\0\0WAVEfmt ', 'latin1')
    head.writeUInt32LE(8000, 28)
    expect(soundLength(head, 44 + 80_000)).toBe(10)
  })

  test('what has none: a tag alone, nothing, another thing, the middle of a tag', () => {
    const none = [
      tag(0),
      tag(5000),
      Buffer.from('ID3'),
      Buffer.alloc(0),
      Buffer.alloc(9000),
      Buffer.from('OggS'),
      tag(9000).subarray(0, 4000)
    ]
    for (const bytes of none) expect(soundLength(bytes, bytes.length)).toBeNull()
  })
})
