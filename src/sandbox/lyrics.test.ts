import { expect, test, describe } from 'vitest'
import { makeLyrics } from '#sandbox/lyrics.ts'

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
