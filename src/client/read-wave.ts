import { describeWaveform } from '#core/waveform.ts'

/** The largest file that is read for its waveform, in bytes, and how long that may take. */
const LARGEST = 20_000_000
const PATIENCE = 30_000

/** Songs are decoded with few samples, since one bar covers seconds. */
const RATE = 8000

/**
 * Reads a song and computes its waveform.
 * @returns an empty text if it has none, is too large, or cannot be read or decoded
 */
export async function loadWaveform(address: string): Promise<string> {
  try {
    // The browser's cache would wait for the element that loads the same file slowly.
    const signal = AbortSignal.timeout(PATIENCE)
    const answer = await fetch(address, { signal, cache: 'no-store' })
    if (!answer.ok || Number(answer.headers.get('content-length')) > LARGEST) {
      await answer.body?.cancel()
      return ''
    }
    const decoder = new OfflineAudioContext(1, 1, RATE)
    const sound = await decoder.decodeAudioData(await answer.arrayBuffer())
    return describeWaveform(sound.getChannelData(0))
  } catch {
    return ''
  }
}
