/** Lightness 0 to 1, chroma 0 to about 0.4, hue in degrees. */
export type Oklch = { l: number; c: number; h: number }

/** Red, green and blue as linear light, each 0 to 1 inside the screen's gamut. */
export type LinearRgb = readonly [number, number, number]

/**
 * Converts OKLCH to linear RGB. Björn Ottosson, the author of OKLab, published these matrices:
 * https://bottosson.github.io/posts/oklab/
 */
export function oklchToLinear({ l, c, h }: Oklch): LinearRgb {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short
  ]
}

/** Converts linear RGB to OKLCH, with matrices from the same source. */
export function linearToOklch([red, green, blue]: LinearRgb): Oklch {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}

/**
 * Parses `#rrggbb` as linear RGB.
 * @returns null for any other text
 */
export function parseHex(text: string): LinearRgb | null {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  if (digits === null) return null
  const [red = 0, green = 0, blue = 0] = digits.slice(1).map(pair => {
    const value = Number.parseInt(pair, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return [red, green, blue]
}

/** Writes a colour as `#rrggbb`, clipped to the screen's gamut and rounded to 8 bits a channel. */
export function toHex(colour: LinearRgb): string {
  const pairs = colour.map(channel => {
    const value = Math.min(1, Math.max(0, channel))
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${pairs.join('')}`
}

/** Lowers the chroma until a screen can show the colour, keeping lightness and hue. */
export function reduceToGamut(colour: Oklch): Oklch {
  let { c } = colour
  const fits = (): boolean =>
    oklchToLinear({ ...colour, c }).every(channel => channel >= -0.0005 && channel <= 1.0005)
  while (c > 0 && !fits()) c = Math.max(0, c - 0.004)
  return { ...colour, c }
}

/** Returns the WCAG 2.2 contrast ratio of two colours, from 1 to 21. */
export function contrastRatio(one: LinearRgb, other: LinearRgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: LinearRgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map(channel => Math.min(1, Math.max(0, channel)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
