/** Passes of a box blur that look like a Gaussian blur. */
const PASSES = 3

type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/**
 * Blurs the opacity of pixels, and gives all of them one grey. Safari has no `filter` of a canvas.
 * @param radius standard deviation of the blur, in pixels
 * @param grey from 0 to 255
 */
export function blurAlpha({ data, width, height }: Pixels, radius: number, grey: number): void {
  const alpha = new Float32Array(width * height)
  for (let at = 0; at < alpha.length; at++) alpha[at] = data[at * 4 + 3] ?? 0
  const line = new Float32Array(Math.max(width, height))
  for (let pass = 0; pass < PASSES; pass++) {
    for (let row = 0; row < height; row++)
      blurLine(alpha, line.subarray(0, width), radius, { start: row * width, step: 1 })
    for (let column = 0; column < width; column++)
      blurLine(alpha, line.subarray(0, height), radius, { start: column, step: width })
  }
  data.fill(grey)
  for (let at = 0; at < alpha.length; at++) data[at * 4 + 3] = alpha[at] ?? 0
}

/**
 * Replaces each value of a row or column by the mean of its neighbours. Beyond its ends, the line
 * continues with its last value.
 * @param line room for a copy of the line
 */
function blurLine(
  values: Float32Array,
  line: Float32Array,
  radius: number,
  { start, step }: { start: number; step: number }
): void {
  const last = line.length - 1
  for (let at = 0; at <= last; at++) line[at] = values[start + at * step] ?? 0
  let sum = 0
  for (let at = -radius; at <= radius; at++) sum += line[Math.min(Math.max(at, 0), last)] ?? 0
  for (let at = 0; at <= last; at++) {
    values[start + at * step] = sum / (2 * radius + 1)
    sum += (line[Math.min(at + radius + 1, last)] ?? 0) - (line[Math.max(at - radius, 0)] ?? 0)
  }
}
