import { expect, test } from 'vitest'
import {
  accentColors,
  MIN_CONTROL_CONTRAST,
  errorColors,
  LOW_CONTRAST_SURFACE,
  MIN_TEXT_CONTRAST,
  type Theme
} from '#core/accent.ts'
import { contrastRatio, linearToOklch, parseHex, toHex, oklchToLinear } from '#core/colour.ts'

const THEMES: readonly Theme[] = ['light', 'dark']
const STEPS = ['00', '33', '66', '99', 'cc', 'ff']
const EVERY_COLOUR = STEPS.flatMap(red =>
  STEPS.flatMap(green => STEPS.map(blue => `#${red}${green}${blue}`))
)

const ratio = (one: string, other: string): number =>
  contrastRatio(parseHex(one) ?? [0, 0, 0], parseHex(other) ?? [0, 0, 0])

test('any site colour becomes readable as text, as a control and under text', () => {
  const weak: string[] = []
  for (const colour of EVERY_COLOUR) {
    const accent = accentColors(colour)
    for (const theme of THEMES) {
      const surface = toHex(oklchToLinear(LOW_CONTRAST_SURFACE[theme]))
      const { control = '', on = '', text = '' } = accent?.[theme] ?? {}
      if (
        ratio(text, surface) < MIN_TEXT_CONTRAST ||
        ratio(control, surface) < MIN_CONTROL_CONTRAST ||
        ratio(on, control) < MIN_TEXT_CONTRAST
      )
        weak.push(`${colour} ${theme}`)
    }
  }
  expect(weak).toEqual([])
})

test('a colour with enough contrast is kept', () => {
  expect(accentColors('#1d4ed8')?.light).toMatchObject({ control: '#1d4ed8', text: '#1d4ed8' })
  expect(accentColors('#ffd400')?.dark).toMatchObject({ control: '#ffd400', text: '#ffd400' })
})

test('a weak colour becomes darker on a light background and lighter on a dark one', () => {
  const yellow = accentColors('#ffe45c')?.light.control ?? ''
  const navy = accentColors('#10104a')?.dark.control ?? ''
  expect(linearToOklch(parseHex(yellow) ?? [0, 0, 0]).l).toBeLessThan(0.75)
  expect(linearToOklch(parseHex(navy) ?? [0, 0, 0]).l).toBeGreaterThan(0.45)
})

test("text on the accent is dark or light by the accent's lightness", () => {
  const dark = accentColors('#ffd400')?.dark.on ?? ''
  const light = accentColors('#1d4ed8')?.light.on ?? ''
  expect(ratio(dark, '#000000')).toBeLessThan(ratio(light, '#000000'))
})

test('text that is not a colour gives null', () => {
  for (const colour of ['', 'red', '#fff', '#12345g', 'url(x)', '#1234567'])
    expect(accentColors(colour)).toBeNull()
})

test('the colour of errors differs from a red accent and stays readable', () => {
  const hueOf = (colour: string): number => linearToOklch(parseHex(colour) ?? [0, 0, 0]).h
  const close: string[] = []
  for (const accent of EVERY_COLOUR) {
    const errors = errorColors(accent)
    if (errors === null) continue
    for (const theme of THEMES) {
      const apart = Math.abs(((hueOf(errors[theme]) - hueOf(accent) + 540) % 360) - 180)
      const contrasted = ratio(errors[theme], toHex(oklchToLinear(LOW_CONTRAST_SURFACE[theme])))
      if (apart < 20 || contrasted < MIN_TEXT_CONTRAST)
        close.push(`${accent} ${theme} ${apart} ${contrasted}`)
    }
  }
  expect(close).toEqual([])
  expect(errorColors('#ff0033')).not.toBeNull()
  for (const other of ['', '#f97316', '#1d4ed8', '#806060', '#00aa44'])
    expect([other, errorColors(other)]).toEqual([other, null])
})

test('colours are converted to OKLCH and back without loss', () => {
  for (const colour of EVERY_COLOUR)
    expect(toHex(oklchToLinear(linearToOklch(parseHex(colour) ?? [0, 0, 0])))).toBe(colour)
})
