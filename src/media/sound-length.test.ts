import { describe, expect, test } from 'vitest'
import { readAudio } from '#media/audio.ts'
import { soundLength, soundHeaderSize } from '#media/sound-length.ts'
import { makeSong } from '#sandbox/music/song.ts'
import { silence, tag } from '../../tests/support/sound.ts'

const HEAD = 65_536

describe('the length of sound', () => {
  test('is read from the first bytes of a song as our own player encodes it', async () => {
    const { song } = await makeSong({
      title: '',
      style: '',
      lyric: '',
      seed: 1,
      seconds: 9,
      instrumental: true
    })
    const { duration } = await readAudio(song)
    expect(soundLength(song.subarray(0, HEAD), song.length)).toBeCloseTo(duration, 0)
  })

  test('is right for a small file with a low bit rate, with and without a tag before it', async () => {
    const long = silence(1200)
    expect(long.length).toBeLessThan(1_250_000)
    expect((await readAudio(long)).duration).toBeCloseTo(1200, 0)
    for (const before of [0, 5, 300_000]) {
      const whole = Buffer.concat([...(before > 0 ? [tag(before)] : []), long])
      expect(soundLength(whole.subarray(0, soundHeaderSize(whole)), whole.length)).toBeCloseTo(
        1200,
        0
      )
    }
  })

  test('is read from a WAV', () => {
    const head = Buffer.alloc(44)
    head.write('RIFF\0\0\0\0WAVEfmt ', 'latin1')
    head.writeUInt32LE(8000, 28)
    expect(soundLength(head, 44 + 80_000)).toBe(10)
  })

  test('is null for a tag alone, no bytes, another format and half a tag', () => {
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
