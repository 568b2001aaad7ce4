import { expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { midjourney } from '#catalog/midjourney/service.ts'
import { createTranslate } from '#i18n/translate.ts'
import { listRunSettings } from '#ui/viewer/settings.ts'

const strings = {
  'flux.field.model': 'Model',
  'flux.field.size': 'Size',
  'flux.field.seed': 'Seed',
  'flux.field.action': 'Mode',
  'flux.option.model.flux-dev': 'Dev',
  'flux.option.action.edit': 'Edit'
}
const words = { id: 'flux', locale: 'en', t: createTranslate(strings, 'en') }

test('settings have the labels of the form and are in its order', () => {
  const request = {
    seed: 1234567,
    size: '16:9',
    model: 'flux-dev',
    action: 'edit',
    prompt: 'A fox',
    image_url: 'https://api.example/files/a/b.png',
    async: true
  }
  expect(listRunSettings(flux.actions.images, request, words)).toEqual([
    { name: 'Mode', value: 'Edit' },
    { name: 'Size', value: '16:9' },
    { name: 'Seed', value: '1234567' }
  ])
})

test('switches, nested values and lists are shown, and earlier results are not', () => {
  const request = {
    prompt: 'A fox',
    no: 'people',
    image_id: 'a1',
    split_images: true,
    translation: false,
    elements: { style: ['gouache', 'comic'] }
  }
  const shown = listRunSettings(midjourney.actions.imagine, request, { ...words, id: 'midjourney' })
  expect(shown).toContainEqual({ name: 'no', value: 'people' })
  expect(shown).toContainEqual({ name: 'split_images', value: '✓' })
  expect(shown).toContainEqual({ name: 'elements.style', value: 'gouache, comic' })
  const names = shown.map(({ name }) => name)
  expect(names).not.toContain('prompt')
  expect(names).not.toContain('image_id')
  expect(names).not.toContain('translation')
})
