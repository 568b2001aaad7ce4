/** The number of bars of a waveform. */
export const WAVEFORM_BARS = 96

/** The loudest bar. Each bar is one digit. */
const LOUDEST = 9

/**
 * Describes the loudness of a song as {@link WAVEFORM_BARS} digits, the loudest part as 9.
 * @param samples of one channel, from -1 to 1
 * @returns an empty text for silence
 */
export function describeWaveform(samples: Float32Array): string {
  const peaks = Array.from({ length: WAVEFORM_BARS }, (_, bar) => {
    const end = Math.floor(((bar + 1) * samples.length) / WAVEFORM_BARS)
    let peak = 0
    for (let at = Math.floor((bar * samples.length) / WAVEFORM_BARS); at < end; at++)
      peak = Math.max(peak, Math.abs(samples[at] ?? 0))
    return peak
  })
  const loudest = Math.max(...peaks)
  if (loudest === 0) return ''
  return peaks.map(peak => Math.round((peak / loudest) * LOUDEST)).join('')
}

/**
 * Draws a waveform as the path of an SVG that is as many units wide as there are bars, and `height`
 * high. Without a waveform it is a plain line.
 * @param merged the number of bars that are drawn as one, where there is little room
 */
export function wavePath(wave: string, height: number, merged = 1): string {
  const middle = height / 2
  if (wave === '') return `M0 ${middle}H${WAVEFORM_BARS}`
  const bars = Array.from({ length: Math.ceil(wave.length / merged) }, (_, bar) =>
    Math.max(...Array.from(wave.slice(bar * merged, (bar + 1) * merged), Number))
  )
  return bars
    .map((loudness, bar) => {
      const half = Math.max((loudness / LOUDEST) * (middle - 1), 0.5)
      return `M${(bar + 0.5) * merged} ${middle - half}V${middle + half}`
    })
    .join('')
}
