import { expect, test } from 'vitest'
import { erase } from '#catalog/erase/service.ts'
import { flux } from '#catalog/flux/service.ts'
import { suno } from '#catalog/suno/service.ts'
import { toolStrings } from '#sections/shared/tool-strings.ts'

const strings = {
  'field.crop.use': 'Use',
  'field.mask.paint': 'Paint',
  'field.song.play': 'Play',
  'field.form.more': 'More',
  'field.feature.add': 'Feature'
}
const hub = { strings: () => strings, session: null }

test('a page has the strings of images, masks and songs only where its tool has them', () => {
  expect(Object.keys(toolStrings(hub, flux))).toEqual(['field.form.more'])
  expect(Object.keys(toolStrings(hub, erase))).toEqual(['field.mask.paint', 'field.form.more'])
  expect(Object.keys(toolStrings(hub, suno))).toEqual(['field.song.play', 'field.form.more'])
})
