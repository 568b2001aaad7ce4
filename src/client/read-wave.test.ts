import { beforeEach, expect, test, vi } from 'vitest'
import { loadWaveform } from '#client/read-wave.ts'
import { WAVEFORM_BARS } from '#core/waveform.ts'

const decodeAudioData = vi.fn(async (_: ArrayBuffer) => ({
  getChannelData: () => new Float32Array(WAVEFORM_BARS).fill(0.5)
}))

beforeEach(() => {
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = decodeAudioData
    }
  )
  decodeAudioData.mockClear()
})

const answer = (response: Response): void => void vi.stubGlobal('fetch', async () => response)

test('a song becomes a waveform', async () => {
  answer(new Response('sound'))
  expect(await loadWaveform('/a')).toBe('9'.repeat(WAVEFORM_BARS))
})

test.each([
  ['is gone', new Response('no', { status: 404 })],
  ['is too large', new Response('sound', { headers: { 'content-length': '20000001' } })]
])('a song that %s has none, and is not decoded', async (_, response) => {
  answer(response)
  expect(await loadWaveform('/a')).toBe('')
  expect(decodeAudioData).not.toHaveBeenCalled()
})

test('a file that cannot be decoded has none', async () => {
  answer(new Response('text'))
  decodeAudioData.mockRejectedValueOnce(new DOMException('no', 'EncodingError'))
  expect(await loadWaveform('/a')).toBe('')
})
