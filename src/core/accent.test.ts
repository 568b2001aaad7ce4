import { expect, test } from 'vitest'
import { accentColors, CONTROLS, HARDEST_SURFACE, WORDS, type Theme } from '#core/accent.ts'
import { contrast, fromLinear, parseHex, toHex, toLinear } from '#core/colour.ts'

const THEMES: readonly Theme[] = ['light', 'dark']
const STEPS = ['00', '33', '66', '99', 'cc', 'ff']
const EVERY_COLOUR = STEPS.flatMap(red => STEPS.flatMap(green => STEPS.map(blue => `#${red}${green}${blue}`)))

const ratio = (one: string, other: string): number => contrast(parseHex(one) ?? [0, 0, 0], parseHex(other) ?? [0, 0, 0])

test('any colour of a site becomes one that can be read, as words, as a control and under words', () => {
  const weak: string[] = []
  for (const colour of EVERY_COLOUR) {
    const accent = accentColors(colour)
    for (const theme of THEMES) {
      const surface = toHex(toLinear(HARDEST_SURFACE[theme]))
      const { control = '', on = '', text = '' } = accent?.[theme] ?? {}
      if (ratio(text, surface) < WORDS || ratio(control, surface) < CONTROLS || ratio(on, control) < WORDS) weak.push(`${colour} ${theme}`)
    }
  }
  expect(weak).toEqual([])
})

test('a strong enough colour stays as the site chose it', () => {
  expect(accentColors('#1d4ed8')?.light).toMatchObject({ control: '#1d4ed8', text: '#1d4ed8' })
  expect(accentColors('#ffd400')?.dark).toMatchObject({ control: '#ffd400', text: '#ffd400' })
})

test('a weak colour is darkened on light ground and lightened on dark ground, in its own hue', () => {
  const yellow = accentColors('#ffe45c')?.light.control ?? ''
  const navy = accentColors('#10104a')?.dark.control ?? ''
  expect(fromLinear(parseHex(yellow) ?? [0, 0, 0]).l).toBeLessThan(0.75)
  expect(fromLinear(parseHex(navy) ?? [0, 0, 0]).l).toBeGreaterThan(0.45)
})

test('words on the accent flip with its lightness', () => {
  const dark = accentColors('#ffd400')?.dark.on ?? ''
  const light = accentColors('#1d4ed8')?.light.on ?? ''
  expect(ratio(dark, '#000000')).toBeLessThan(ratio(light, '#000000'))
})

test('what is no colour changes nothing', () => {
  for (const colour of ['', 'red', '#fff', '#12345g', 'url(x)', '#1234567']) expect(accentColors(colour)).toBeNull()
})

test('colours survive the way to OKLCH and back', () => {
  for (const colour of EVERY_COLOUR) expect(toHex(toLinear(fromLinear(parseHex(colour) ?? [0, 0, 0])))).toBe(colour)
})
