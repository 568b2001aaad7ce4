import { expect, test } from 'vitest'
import { findService } from '#catalog/index.ts'
import { readForm } from '#core/form.ts'
import { listCropRatios, parseRatio } from '#ui/mask/crop-ratios.ts'

/** Lists the ratios for a form of a service with these values. */
function ratiosIn(id: string, verb: string, given: Record<string, string> = {}) {
  const action = findService(id)?.actions?.[verb] ?? expect.fail(`no ${id}`)
  return listCropRatios(action, readForm(action, given).values)
}

test.each([
  ['16:9', 16 / 9],
  ['1024x768', 4 / 3],
  ['auto', null],
  ['1:0', null],
  ['1:2:3', null],
  ['', null],
  [undefined, null],
  [3, null]
])('the ratio of %s is %s', (option, ratio) => {
  expect(parseRatio(option)).toBe(ratio)
})

test('the ratio of the form comes first and is chosen', () => {
  expect(ratiosIn('kling', 'videos', { aspect_ratio: '9:16' })).toEqual({
    chosen: '9:16',
    ratios: ['9:16', '1:1', '16:9', '4:3', '3:4', '3:2', '2:3']
  })
  // A size in pixels is a ratio, too, and one ratio is listed once.
  const { chosen, ratios } = ratiosIn('flux', 'images', { size: '1024x768' })
  expect([chosen, ratios[0], ratios.includes('4:3')]).toEqual(['1024x768', '1024x768', false])
})

test('without a choice the ratios of the service come first, and the user crops freely', () => {
  const edit = { action: 'edit', image_urls: 'https://studio.example/a.png' }
  expect(ratiosIn('nanobanana', 'images', edit)).toMatchObject({
    chosen: null,
    ratios: expect.arrayContaining(['1:1', '3:2'])
  })
  expect(ratiosIn('upscale', 'images').ratios).toEqual([
    '1:1',
    '4:3',
    '3:4',
    '3:2',
    '2:3',
    '16:9',
    '9:16'
  ])
})
