import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { joinSongs, readAudio, trimSong } from '#media/audio.ts'
import { makeLyrics } from '#sandbox/lyrics.ts'
import { makeSong, renderSong, type SongOrder } from '#sandbox/music/song.ts'
import { STYLES } from '#sandbox/music/styles.ts'
import { RATE, type Track } from '#sandbox/music/track.ts'
import { doseOf, FULL_DOSE } from '../../../tests/support/dose.ts'

/** Seconds of a song that is made whole, of which each takes a processor a twelfth. */
const LONG = FULL_DOSE ? 20 : 5

const order = (more: Partial<SongOrder> = {}): SongOrder => ({
  title: 'Morning',
  style: 'pop',
  lyric: '[Verse]\nHello the morning',
  seed: 7,
  seconds: 6,
  instrumental: false,
  ...more
})
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function loudest({ left, right }: Track): number {
  let peak = 0
  for (const [at, value] of left.entries())
    peak = Math.max(peak, Math.abs(value), Math.abs(right[at] ?? 0))
  return peak
}

function perSecond({ left }: Track): number[] {
  return Array.from({ length: Math.floor(left.length / RATE) }, (_, second) => {
    const part = left.subarray(second * RATE, (second + 1) * RATE)
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / RATE)
  })
}

describe('a song', () => {
  test.each(
    doseOf(
      STYLES.map(({ name }) => name),
      4
    )
  )('of %s sounds from its first second to its fading, and never clips', name => {
    const { track, style } = renderSong(
      order({ style: name, seconds: 10, instrumental: name !== 'pop' })
    )
    expect(style).toBe(name)
    expect(loudest(track)).toBeLessThan(0.9)
    expect(Math.min(...perSecond(track).slice(0, -2))).toBeGreaterThan(0.015)
    expect(perSecond(track).at(-1)).toBeLessThan(0.1)
  })

  test('is an MP3 of 128 kbit/s in stereo, as long as it was asked to be, and the same again', async () => {
    const { song } = await makeSong(order({ seconds: LONG }))
    const { duration, ...others } = await readAudio(song)
    expect(others).toEqual({ channels: 2, sampleRate: RATE, codec: 'mp3' })
    expect(Math.abs(duration - LONG)).toBeLessThan(0.1)
    expect((song.length * 8) / LONG / 1000).toBeCloseTo(128, -1)
    expect(sha((await makeSong(order({ seconds: LONG }))).song)).toBe(sha(song))
  })

  test('is told apart by seed, style, voice and parts', async () => {
    const orders = [
      order(),
      order({ seed: 8 }),
      order({ style: 'techno' }),
      order({ instrumental: true }),
      order({ parts: ['drums', 'bass'] }),
      order({ parts: ['lead', 'voice'] }),
      order({ vocal: 'm' }),
      order({ vocal: 'f' })
    ]
    const sounds = orders.map(one => sha(Buffer.from(renderSong(one).track.left.buffer)))
    expect(new Set(sounds).size).toBeGreaterThanOrEqual(orders.length - 1)
  })

  test('goes on where it was left', () => {
    const [whole, rest] = [
      renderSong(order({ instrumental: true, seconds: 12 })),
      renderSong(order({ instrumental: true, from: 6, seconds: 6 }))
    ]
    expect(rest.tempo).toBe(whole.tempo)
    expect(sha(Buffer.from(rest.track.left.buffer))).not.toBe(
      sha(Buffer.from(renderSong(order({ instrumental: true })).track.left.buffer))
    )
  })

  test('of no length is refused', async () => {
    for (const seconds of [0, 121, Number.NaN])
      await expect(makeSong(order({ seconds }))).rejects.toMatchObject({ code: 'bad_request' })
  })
})

describe('what is done with songs', () => {
  test('a piece is cut out, pieces are joined', async () => {
    const { song } = await makeSong(order({ seconds: 6 }))
    const piece = await trimSong(song, 1, 3.5)
    expect(Math.abs((await readAudio(piece)).duration - 2.5)).toBeLessThan(0.1)
    const joined = await joinSongs([piece, song])
    expect(Math.abs((await readAudio(joined)).duration - 8.5)).toBeLessThan(0.15)
  })

  test('what is no sound is refused', async () => {
    const wrong = Buffer.from('no sound at all')
    await expect(readAudio(wrong)).rejects.toMatchObject({ code: 'bad_request' })
    await expect(joinSongs([wrong])).rejects.toMatchObject({ code: 'bad_request' })
    await expect(joinSongs([])).rejects.toMatchObject({ code: 'bad_request' })
    await expect(
      trimSong((await makeSong(order({ seconds: 1 }))).song, 5, 9)
    ).rejects.toMatchObject({ code: 'bad_request' })
  })
})

describe('lyrics', () => {
  test.each([
    ['a song about lighthouses and rain', /^[\p{Script=Latin}\P{L}]+$/u, /light|rain/i],
    ['ein Lied über den Leuchtturm und den Regen', /ich|wir|und/i, /Leuchtturm|Regen/],
    ['uma música sobre o farol e a chuva', /você|que|não|com/, /farol|chuva/],
    ['una canción sobre el faro y la lluvia', /que|con|y /, /faro|lluvia/],
    ['une chanson sur le phare et la pluie', /je|est|la /i, /phare|pluie/],
    ['关于灯塔和雨水的歌', /这|请|说|满|号|话/, /灯塔|雨水/],
    ['一首關於燈塔和雨水的歌', /這|請|說|滿|開|裡/, /燈塔|雨水/],
    ['una canzone sul faro e la pioggia', /che|della|è|non/i, /faro|pioggia/],
    ['등대와 비에 관한 노래', /\p{Script=Hangul}/u, /등대/],
    ['灯台と雨の歌', /\p{Script=Hiragana}/u, /灯台/],
    ['песня про маяк и дождь', /[ыэ]/, /маяк|дождь/],
    ['piosenka o latarni i deszczu', /ł|ż|ś|ę/, /latarni|deszczu/],
    ['laulu majakasta ja sateesta', /aa|ää|ja /i, /majakasta|sateesta/],
    ['en låt om fyren och regnet', /och|jag|det/i, /fyren|regnet/],
    ['τραγούδι για τον φάρο και τη βροχή', /\p{Script=Greek}/u, /φάρο|βροχή/],
    ['пісня про маяк і дощ', /[іїє]/, /маяк/],
    ['أغنية عن المنارة والمطر', /\p{Script=Arabic}/u, /المنارة|والمطر/],
    ['песма о светионику и киши', /[јљњћђ]/, /светионику|киши/]
  ])('for %s are in its language, about it, and built like a song', (prompt, script, word) => {
    const { title, text, tags } = makeLyrics({ prompt, seed: 1 })
    expect(text.replaceAll(/\[\w+\]/g, '')).toMatch(script)
    expect(text).toMatch(word)
    expect(text).not.toContain('{{')
    expect(title).not.toBe('')
    expect(tags).toHaveLength(2)
    expect(text.match(/^\[(Verse|Chorus|Bridge|Outro)\]$/gm)).toEqual([
      '[Verse]',
      '[Chorus]',
      '[Verse]',
      '[Chorus]',
      '[Bridge]',
      '[Outro]'
    ])
    expect(makeLyrics({ prompt, seed: 1 })).toEqual({ title, text, tags })
  })
})
