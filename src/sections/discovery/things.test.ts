import { expect, test } from 'vitest'
import { translator } from '#i18n/hub.ts'
import { pageJsonLd } from '#sections/discovery/things.ts'

type Asked = Parameters<typeof pageJsonLd>[0]

const SAID = {
  description: 'Pictures from words.',
  url: 'https://muses.example/de/flux',
  image: null
}

const things = (path: string, site: object = {}) => {
  const url = new URL(`https://muses.example/de${path}`)
  const shown = {
    title: 'Muses',
    description: '',
    features: {},
    switched_off: [],
    own_services: [],
    ...site
  } as unknown as Asked['site']
  return pageJsonLd(
    { path, url, locale: 'de', origin: 'https://muses.example', t: translator('de'), site: shown },
    SAID
  )
}
const types = (path: string, site?: object) => things(path, site).map(thing => thing['@type'])

test('the first offered page also describes the site', () => {
  expect(types('/chatgpt/conversations')).toEqual(['WebSite', 'WebApplication'])
  expect(types('/deepseek/conversations')).toEqual(['WebApplication'])
  expect(types('/deepseek/conversations', { features: { chatgpt: { enabled: false } } })).toEqual([
    'WebSite',
    'WebApplication'
  ])
  const [website] = things('/chatgpt/conversations', { description: 'Nine of them.' })
  expect(website).toEqual({
    '@type': 'WebSite',
    name: 'Muses',
    description: 'Nine of them.',
    url: 'https://muses.example/de',
    inLanguage: 'de'
  })
})

test('a tool is an application without a price in money', () => {
  const [flux] = things('/flux')
  expect(flux).toEqual({
    '@type': 'WebApplication',
    name: 'Flux',
    description: SAID.description,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Web',
    url: SAID.url,
    inLanguage: 'de'
  })
})

test('a documentation page has its breadcrumbs, and an unlisted page has nothing', () => {
  expect(types('/docs')).toEqual([])
  const [{ itemListElement } = {}] = things('/docs/services/flux') as {
    itemListElement?: { position: number; item: string }[]
  }[]
  expect(itemListElement?.map(({ position, item }) => [position, item])).toEqual([
    [1, 'https://muses.example/de/docs'],
    [2, SAID.url]
  ])
  for (const path of ['/console', '/nope', '/']) expect(types(path)).toEqual([])
  expect(types('/flux', { features: { flux: { enabled: false } } })).toEqual([])
})
