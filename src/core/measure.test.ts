import { expect, test } from 'vitest'
import type { FieldValues } from '#core/condition.ts'
import { priceFactor } from '#core/factor.ts'
import { fileMeasures, parseMeasure, roundedMeasure } from '#core/measure.ts'
import { priceOf, quoteOf } from '#core/price.ts'

const BY_TEXT = [{ credits: 1.6, times: ['text:characters'], per: 1000 }]
const BY_LENGTH = [{ credits: 0.48, times: ['audio_url:seconds'], per: 60 }]

test('a factor is a field, or a measure of one', () => {
  expect(parseMeasure('count')).toBeNull()
  expect(parseMeasure('audio_url:seconds')).toEqual({
    name: 'audio_url:seconds',
    fields: ['audio_url'],
    unit: 'seconds'
  })
  expect(parseMeasure('1+size+image_url:area')?.fields).toEqual(['size', 'image_url'])
  expect(fileMeasures([...BY_TEXT, ...BY_LENGTH]).map(({ name }) => name)).toEqual([
    'audio_url:seconds'
  ])
})

test('characters are counted as a reader counts them', () => {
  expect(priceFactor('text:characters', { text: 'añ🙂' })).toBe(3)
  expect(priceFactor('text:characters', { text: '  ' })).toBeUndefined()
  expect(priceOf(BY_TEXT, { text: 'a'.repeat(500) })).toBe(800_000)
})

test('without a measure, the price is that of `per` units, and the quote names the unit', () => {
  expect(priceOf(BY_TEXT, {})).toBe(1_600_000)
  expect(quoteOf(BY_TEXT, { text: '' }).unit).toBe('characters')
  expect(priceOf(BY_LENGTH, { audio_url: 'a' })).toBe(480_000)
  expect(quoteOf(BY_LENGTH, { audio_url: 'a' }).unit).toBe('seconds')
})

test('a measured file has an exact price without a unit', () => {
  const values = { audio_url: 'a', 'audio_url:seconds': 90 }
  expect(priceOf(BY_LENGTH, values)).toBe(720_000)
  expect(quoteOf(BY_LENGTH, values).unit).toBeUndefined()
})

test('an area adds up numbers, sizes and measured images', () => {
  const area = (values: FieldValues): unknown => priceFactor('1.5+size+image_url:area', values)
  expect(area({ size: '1024x1024' })).toBe(2.5)
  expect(area({ size: '16:9' })).toBe(2.5)
  expect(area({ size: '1440x1440', image_url: 'https://a.example/b', 'image_url:area': 3 })).toBe(
    6.5
  )
  expect(area({ size: '1:1', image_url: 'https://a.example/b' })).toBeUndefined()
  expect(priceFactor('size:area', { size: '2048x2048' })).toBe(4)
  expect(priceFactor('size:area', { size: '64x64' })).toBe(1)
  const prices = [{ credits: 1, times: ['size+image_url:area', 'image_url:area'] }]
  expect(fileMeasures(prices).map(({ name }) => name)).toEqual(['size:area', 'image_url:area'])
})

test('measures are rounded up', () => {
  expect(roundedMeasure('area', 1.048_576)).toBe(1)
  expect(roundedMeasure('area', 1.2)).toBe(2)
  expect(roundedMeasure('area', 48)).toBe(4)
  expect(roundedMeasure('seconds', 12.01)).toBe(13)
  expect(roundedMeasure('megapixels', 1.0486)).toBe(1.1)
  expect(roundedMeasure('megapixels', 0.0001)).toBe(0.1)
})
