import { expect, test } from 'vitest'
import { localizeSite, siteTextsIn } from '#client/site-texts.ts'

const SITE = {
  title: 'Alpha',
  description: 'Pictures and songs.',
  keywords: ['art'],
  texts: { de: { title: '', description: 'Bilder und Lieder.', keywords: ['Kunst'] } }
}

test('a site falls back to its general texts where a language has none', () => {
  expect(localizeSite(SITE, 'de')).toMatchObject({
    title: 'Alpha',
    description: 'Bilder und Lieder.',
    keywords: ['Kunst']
  })
  expect(localizeSite(SITE, 'fr')).toMatchObject({
    title: 'Alpha',
    description: 'Pictures and songs.',
    keywords: ['art']
  })
})

test('a language without texts has empty ones', () => {
  expect(siteTextsIn(SITE, 'fr')).toEqual({ title: '', description: '', keywords: [] })
  expect(siteTextsIn({ texts: {} }, 'constructor' as 'fr')).toEqual({
    title: '',
    description: '',
    keywords: []
  })
})
