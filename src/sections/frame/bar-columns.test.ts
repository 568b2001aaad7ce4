import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { translator } from '#i18n/hub.ts'
import { LOCALES, type Locale } from '#i18n/locale.ts'
import { fontFor } from '#media/type/fitted.ts'
import { barColumns } from '#sections/frame/bar-columns.ts'

const KEYS = [
  ...['chat', 'image', 'video', 'audio'].map(group => `common.group.${group}`),
  'library.title',
  'common.frame.me'
]

/** Resolves columns such as `minmax(44px, 5fr)` as a browser does. */
function widthsOf(columns: string, room: number): number[] {
  const tracks = [...columns.matchAll(/minmax\((\d+)px, (\d+)fr\)/g)].map(([, least, share]) => ({
    least: Number(least),
    share: Number(share)
  }))
  const isFixed = tracks.map(() => false)
  for (;;) {
    const free = tracks.reduce((left, { least }, at) => left - (isFixed[at] ? least : 0), room)
    const shares = tracks.reduce((sum, { share }, at) => sum + (isFixed[at] ? 0 : share), 0)
    const part = free / shares
    const narrow = tracks.findIndex(({ least, share }, at) => !isFixed[at] && share * part < least)
    if (narrow === -1)
      return tracks.map(({ least, share }, at) => (isFixed[at] ? least : share * part))
    isFixed[narrow] = true
  }
}

function labelWidth(text: string, locale: Locale): number {
  const pen = createCanvas(1, 1).getContext('2d')
  pen.font = fontFor(500, 12, text, locale)
  return pen.measureText(text).width
}

test.each(LOCALES)('six labels in %s fit into the bar of a phone of 360 pixels', locale => {
  const labels = KEYS.map(key => translator(locale)(key))
  const widths = widthsOf(barColumns(labels), 360)
  expect(widths).toHaveLength(6)
  expect(widths.reduce((sum, width) => sum + width)).toBeCloseTo(360)
  for (const [at, label] of labels.entries()) {
    expect(widths[at], label).toBeGreaterThanOrEqual(44)
    expect(widths[at], label).toBeGreaterThan(labelWidth(label, locale))
  }
})

test('the bar has a column for each item, also where a site offers less', () => {
  expect(widthsOf(barColumns(['Chat', 'Me']), 320)).toHaveLength(2)
  expect(Math.min(...widthsOf(barColumns(['Chat', 'Изображения', 'Я']), 320))).toBe(44)
})
