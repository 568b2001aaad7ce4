import { expect, test } from 'vitest'
import { siteFeatures } from '#catalog/site-features.ts'
import type { ChangeSite, Site } from '#contract/site.ts'
import { recordAt } from '#core/json.ts'
import { offeredLocales } from '#i18n/locale.ts'
import { draftOf, settingsBase } from '#sections/site/site-draft.ts'
import { readSiteSettings } from '#sections/site/site-settings.server.ts'

const BARE = {
  title: '',
  description: '',
  keywords: [],
  texts: {},
  page_title: '',
  accent: '',
  theme: 'dark',
  locales: [],
  login: 'redirect',
  dated: false,
  features: siteFeatures({}),
  terms_url: '',
  privacy_url: '',
  retention: { chats: null, results: null, logs: null },
  margin: 0,
  distribution: { force_inviter_id: null, default_inviter_id: null }
} as unknown as Site

const FULL: Site = {
  ...BARE,
  title: 'Muses',
  description: 'Pictures\nand songs',
  keywords: ['art', 'salt, pepper'],
  texts: { de: { title: 'Musen', description: '', keywords: ['Kunst'] } },
  page_title: '{site}: {page}',
  accent: '#1166cc',
  locales: ['de', 'fr', 'en'],
  dated: true,
  features: siteFeatures({
    suno: { enabled: false, note: 'kept' },
    support: { discord: { url: 'https://discord.example/a', enabled: false }, way: 'kept' }
  }),
  retention: { chats: 30, results: null, logs: 7 },
  margin: 0.125,
  distribution: { force_inviter_id: 'bob', default_inviter_id: null }
}

/** The form of an untouched page: each value is shown as the cards show it. */
function formShowing(site: Site): FormData {
  const form = new FormData()
  const support = recordAt(site.features, 'support')
  const offered = offeredLocales(site.locales)
  const words = { '': site, 'texts.de.': site.texts['de'], 'texts.fr.': undefined }
  for (const [at, texts] of Object.entries(words)) {
    form.set(`${at}title`, texts?.title ?? '')
    form.set(`${at}description`, (texts?.description ?? '').replaceAll('\n', '\r\n'))
    form.set(`${at}keywords`, (texts?.keywords ?? []).join('\r\n'))
  }
  form.set('page_title', site.page_title || '{page} · {site}')
  form.set('own', offered[0])
  for (const locale of offered.toReversed()) form.append('locale', locale)
  for (const name of ['accent', 'theme', 'login', 'terms_url', 'privacy_url'] as const)
    form.set(name, site[name])
  if (site.dated) form.set('dated', 'on')
  for (const id of ['suno', 'kling', 'support', 'guest']) {
    form.append('switch', id)
    if (recordAt(site.features, id)['enabled'] !== true) continue
    form.append('was', id)
    form.append('on', id)
  }
  for (const [way, name] of Object.entries({ email: 'address', discord: 'url', wechat: '' })) {
    const at = `features.support.${way}`
    if (name !== '') form.set(`${at}.${name}`, String(recordAt(support, way)[name] ?? ''))
    if (recordAt(support, way)['enabled'] !== false) form.set(`${at}.enabled`, 'on')
  }
  for (const [part, days] of Object.entries(site.retention))
    form.set(`retention.${part}`, String(days ?? ''))
  form.set('margin', String(site.margin * 100))
  for (const [name, id] of Object.entries(site.distribution))
    form.set(`distribution.${name}`, id ?? '')
  return form
}

const read = (form: FormData, site: Site): ChangeSite =>
  readSiteSettings(name => String(form.get(name) ?? '').trim(), form, settingsBase(site))

/** Turns a switch of the form off. */
function turnOff(form: FormData, id: string): void {
  const others = form.getAll('on').filter(each => each !== id)
  form.delete('on')
  for (const each of others) form.append('on', String(each))
}

test.each([
  ['bare', BARE],
  ['full', FULL]
])('the untouched form of a %s site changes nothing', (_, site) => {
  expect(read(formShowing(site), site)).toEqual({})
})

test('changes in several cards become one change with these fields only', () => {
  const form = formShowing(FULL)
  form.set('title', 'Sirens')
  form.set('texts.fr.title', 'Sirènes')
  form.set('accent', '')
  form.set('own', 'fr')
  form.delete('dated')
  form.set('margin', '30 %')
  form.set('distribution.force_inviter_id', '')
  expect(read(form, FULL)).toEqual({
    title: 'Sirens',
    texts: { fr: { title: 'Sirènes', description: '', keywords: [] } },
    accent: '',
    locales: ['fr', 'en', 'de'],
    dated: false,
    margin: 0.3,
    distribution: { force_inviter_id: null, default_inviter_id: null }
  })
})

test('switches and contacts become one change of features and keep their other settings', () => {
  const form = formShowing(FULL)
  turnOff(form, 'kling')
  turnOff(form, 'support')
  form.append('on', 'suno')
  form.set('features.support.email.address', 'help@muses.example')
  expect(read(form, FULL).features).toEqual({
    kling: { enabled: false },
    suno: { enabled: true, note: 'kept' },
    support: {
      enabled: false,
      email: { enabled: true, address: 'help@muses.example' },
      discord: { url: 'https://discord.example/a', enabled: false },
      way: 'kept'
    }
  })
})

test('a site that offers all languages lists them all once its own language changes', () => {
  const form = formShowing(BARE)
  form.set('own', 'de')
  expect(read(form, BARE).locales?.[0]).toBe('de')
  expect(read(form, BARE).locales).toHaveLength(offeredLocales([]).length)
})

test('the days of one part change alone, and empty is forever', () => {
  const form = formShowing(FULL)
  form.set('retention.chats', '')
  form.set('retention.results', 'a month')
  expect(read(form, FULL)).toEqual({ retention: { chats: null, results: Number.NaN, logs: 7 } })
})

test('an invalid margin is NaN, so that the page can report it', () => {
  const form = formShowing(FULL)
  form.set('margin', 'a quarter')
  expect(read(form, FULL)).toEqual({ margin: Number.NaN })
})

test('a field for which the user keeps the value of somebody else does not change', () => {
  const form = formShowing(FULL)
  form.set('title', 'Sirens')
  form.set('texts.de.title', 'Sirenen')
  form.set('texts.de.description', 'Bilder')
  form.set('features.support.discord.url', 'https://discord.example/b')
  for (const field of ['title', 'texts.de.title', 'features.support.discord.url', 'a.b', ''])
    form.append('theirs', field)
  expect(read(form, FULL)).toEqual({
    texts: { de: { title: 'Musen', description: 'Bilder', keywords: ['Kunst'] } },
    features: { support: FULL.features['support'] }
  })
})

test('a refused form shows the user’s changes, and the newest values of all other fields', () => {
  const form = formShowing(FULL)
  form.set('title', 'Sirens')
  form.set('distribution.default_inviter_id', 'eve')
  turnOff(form, 'kling')
  const newest: Site = {
    ...FULL,
    description: 'Of others',
    distribution: { force_inviter_id: 'ada', default_inviter_id: null },
    features: { ...FULL.features, veo: { enabled: false } }
  }
  const draft = draftOf(newest, settingsBase(FULL), read(form, FULL))
  expect(draft).toMatchObject({
    title: 'Sirens',
    description: 'Of others',
    distribution: { force_inviter_id: 'ada', default_inviter_id: 'eve' },
    features: { kling: { enabled: false }, veo: { enabled: false } }
  })
})
