import { expect, test } from 'vitest'
import { WAVEFORM_BARS, describeWaveform, wavePath } from '#core/waveform.ts'

test('a waveform has the loudest part as 9, however quiet the song is', () => {
  const samples = new Float32Array(WAVEFORM_BARS * 10)
  samples[0] = -0.2
  samples[samples.length - 1] = 0.1
  const wave = describeWaveform(samples)
  expect([wave.length, wave[0], wave[1], wave.at(-1)]).toEqual([WAVEFORM_BARS, '9', '0', '5'])
})

test('silence, and a song without samples, have no waveform', () => {
  expect([describeWaveform(new Float32Array(1000)), describeWaveform(new Float32Array(0))]).toEqual(
    ['', '']
  )
})

test('each bar is drawn around the middle, and silence is still a dot', () => {
  expect(wavePath('90', 32)).toBe('M0.5 1V31M1.5 15.5V16.5')
  expect(wavePath('9009', 32, 2)).toBe('M1 1V31M3 1V31')
  expect(wavePath('', 32)).toBe(`M0 16H${WAVEFORM_BARS}`)
})
