import { expect, test } from 'vitest'
import { erase } from '#catalog/erase/service.ts'
import { flux } from '#catalog/flux/service.ts'
import { suno } from '#catalog/suno/service.ts'
import type { Service } from '#core/service.ts'
import { toolStrings } from '#sections/shared/tool-strings.ts'

const strings = {
  'field.crop.use': 'Use',
  'field.mask.paint': 'Paint',
  'field.issue.wrong_size': 'Another size',
  'field.song.play': 'Play',
  'field.form.more': 'More',
  'field.follow.upscale': 'Upscale',
  'field.follow.extend': 'Extend',
  'field.feature.add': 'Feature',
  'field.price.area': '{{price}} per megapixel',
  'field.price.seconds': '{{price}} per minute',
  'field.file.choose.image': 'Browse for an image',
  'field.file.choose.audio': 'Browse for audio',
  'issue.payment_held': 'Don’t pay again.'
}
const hub = { strings: () => strings, session: null, locale: 'en' as const }

test('a page has the strings of files, masks, songs and follow-ups only if its tool has them', () => {
  const of = (service: Service): string[] => Object.keys(toolStrings(hub, service))
  const image = 'field.file.choose.image'
  const upscale = 'field.follow.upscale'
  expect(of(flux)).toEqual(['field.form.more', upscale, 'field.price.area', image])
  expect(of(erase)).toEqual([
    'field.mask.paint',
    'field.issue.wrong_size',
    'field.form.more',
    upscale,
    image
  ])
  expect(of(suno)).toEqual([
    'field.song.play',
    'field.form.more',
    'field.follow.extend',
    'field.file.choose.audio'
  ])
})
