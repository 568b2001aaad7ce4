import { intoGamut, toHex, toLinear } from '#core/colour.ts'

/** A colour as OKLCH: lightness 0 to 1, chroma, hue in degrees. */
export type Tone = readonly [l: number, c: number, h: number]

/** As a canvas takes it. */
export function css([l, c, h]: Tone, alpha = 1): string {
  const opacity = Math.round(Math.min(1, Math.max(0, alpha)) * 255)
  return `${toHex(toLinear(intoGamut({ l: Math.min(1, Math.max(0, l)), c, h })))}${opacity.toString(16).padStart(2, '0')}`
}

/** Between two colours, straight through the colour space: no hue appears that is in neither. */
export function blend(one: Tone, other: Tone, at: number): Tone {
  const [a, b] = [plane(one), plane(other)]
  const x = a.x + (b.x - a.x) * at
  const y = a.y + (b.y - a.y) * at
  return [
    one[0] + (other[0] - one[0]) * at,
    Math.hypot(x, y),
    ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
  ]
}

export function lighter([l, c, h]: Tone, by: number): Tone {
  return [Math.min(1, Math.max(0, l + by)), c, h]
}

/** The same lightness, with the hue turned towards another: wholly at 1. */
export function towards(tone: Tone, hue: number, at: number): Tone {
  return blend(tone, [tone[0], Math.max(tone[1], 0.09), hue], at)
}

function plane([, c, h]: Tone): { x: number; y: number } {
  const angle = (h * Math.PI) / 180
  return { x: c * Math.cos(angle), y: c * Math.sin(angle) }
}
