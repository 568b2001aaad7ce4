import type { FieldReader } from '#client/page-forms.server.ts'
import { siteTextsIn } from '#client/site-texts.ts'
import type { ChangeSite, Site, SiteTexts } from '#contract/site.ts'
import { recordAt } from '#core/json.ts'
import { PAGE_TITLE } from '#core/page-title.ts'
import { THEME_CHOICES } from '#core/theme.ts'
import { parseNumber } from '#core/typed-number.ts'
import { isLocale, LOCALES, offeredLocales, type Locale } from '#i18n/locale.ts'
import { isSameJson, replaceWithTheirs, type SettingsBase } from '#sections/site/site-draft.ts'

/**
 * Reads the form of all settings. An untouched form changes nothing, so that what others change
 * meanwhile is kept.
 * @param form also has `theirs`: fields that somebody else changed too, and for which the user
 * keeps the other value
 * @returns only the fields that differ from the base. `margin`, and each part of `retention`, is
 *   NaN for invalid input
 */
export function readSiteSettings(
  sent: FieldReader,
  form: FormData,
  base: SettingsBase
): ChangeSite {
  const { keywords = [], locales = [], features = {}, page_title } = base
  const typed = {
    ...wordsIn(sent, '', keywords),
    texts: translationsIn(sent, form, base),
    page_title: sent('page_title') === (page_title || PAGE_TITLE) ? page_title : sent('page_title'),
    accent: sent('accent'),
    theme: THEME_CHOICES.find(theme => theme === sent('theme')),
    locales: localesIn(sent('own'), form.getAll('locale'), locales),
    login: sent('login') === 'popup' ? 'popup' : 'redirect',
    dated: sent('dated') === 'on',
    features: featuresIn(sent, form, features),
    terms_url: sent('terms_url'),
    privacy_url: sent('privacy_url'),
    retention: retentionIn(sent),
    margin: marginIn(sent('margin')),
    distribution: {
      ...base.distribution,
      default_inviter_id: sent('distribution.default_inviter_id') || null,
      force_inviter_id: sent('distribution.force_inviter_id') || null
    }
  } satisfies ChangeSite
  const kept = form
    .getAll('theirs')
    .reduce<unknown>((mine, path) => replaceWithTheirs(mine, base, String(path).split('.')), typed)
  return Object.fromEntries(
    Object.entries(kept as ChangeSite).filter(
      ([name, value]) => value !== undefined && !isSameJson(value, Reflect.get(base, name))
    )
  )
}

/** @param at the path of the texts: `texts.de.`, or empty for the site's own */
function wordsIn(sent: FieldReader, at: string, keywords: readonly string[]): SiteTexts {
  return {
    title: sent(`${at}title`),
    // A form sends line ends as `\r\n`.
    description: sent(`${at}description`).replaceAll('\r\n', '\n'),
    keywords: keywordsIn(sent(`${at}keywords`), keywords)
  }
}

/** Returns the texts of each language in which the user changed something. */
function translationsIn(
  sent: FieldReader,
  form: FormData,
  { texts = {} }: SettingsBase
): Record<string, SiteTexts> | undefined {
  const changed = LOCALES.filter(locale => form.has(`texts.${locale}.title`)).flatMap(locale => {
    const before = siteTextsIn({ texts }, locale)
    const typed = wordsIn(sent, `texts.${locale}.`, before.keywords)
    return isSameJson(typed, before) ? [] : [[locale, typed] as const]
  })
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}

/**
 * Reads one keyword per line. Commas and semicolons separate too, except in earlier keywords that
 * contain one.
 */
function keywordsIn(text: string, before: readonly string[]): string[] {
  const lines = text
    .split(/[\r\n]+/)
    .flatMap(line => (before.includes(line.trim()) ? [line] : line.split(/[,،，、;；]/)))
  return [...new Set(lines.map(line => line.trim()).filter(line => line !== ''))]
}

/**
 * Reads the languages, the site's own first. An empty list means all languages, so that a language
 * added later is offered too.
 */
function localesIn(own: string, chosen: readonly unknown[], before: string[]): string[] {
  const others = chosen.filter(
    (each): each is Locale => typeof each === 'string' && isLocale(each) && each !== own
  )
  const offered = offeredLocales(before)
  const isKept = own === offered[0] && isSameJson(others.toSorted(), offered.slice(1).toSorted())
  if (isKept) return before
  const [first] = LOCALES
  if (own === first && others.length === LOCALES.length - 1) return []
  return [own, ...others]
}

/** Returns the features that the user changed, each with its other settings. */
function featuresIn(
  sent: FieldReader,
  form: FormData,
  features: Readonly<Record<string, unknown>>
): Record<string, unknown> | undefined {
  const turned = switchesIn(form, features)
  const support = recordAt({ ...features, ...turned }, 'support')
  const contacts = Object.fromEntries(
    Object.entries(CONTACTS).flatMap(([way, names]) => {
      const changed = contactIn(sent, way, names, recordAt(support, way))
      return changed === null ? [] : [[way, changed]]
    })
  )
  const isKept = Object.keys(contacts).length === 0
  const changed = { ...turned, ...(!isKept && { support: { ...support, ...contacts } }) }
  return Object.keys(changed).length === 0 ? undefined : changed
}

/** Returns the switches that the user changed, each with the other settings of its feature. */
function switchesIn(
  form: FormData,
  features: Readonly<Record<string, unknown>>
): Record<string, unknown> {
  const on = form.getAll('on')
  const shown = form.getAll('was')
  const turned = form.getAll('switch').filter(each => on.includes(each) !== shown.includes(each))
  return Object.fromEntries(
    turned.map(id => [String(id), { ...recordAt(features, String(id)), enabled: on.includes(id) }])
  )
}

/** The contacts of a site, and the text fields that each has on the page. */
const CONTACTS = { email: ['address'], discord: ['url'], wechat: [] } as const

/** @returns null for a contact that the user did not change */
function contactIn(
  sent: FieldReader,
  way: string,
  names: readonly string[],
  before: Record<string, unknown>
): Record<string, unknown> | null {
  const at = `features.support.${way}`
  const shown = {
    enabled: before['enabled'] !== false,
    ...Object.fromEntries(names.map(name => [name, before[name] ?? '']))
  }
  const typed = {
    enabled: sent(`${at}.enabled`) === 'on',
    ...Object.fromEntries(names.map(name => [name, sent(`${at}.${name}`)]))
  }
  return isSameJson(typed, shown) ? null : { ...before, ...typed }
}

/** Reads the days of each part: null for an empty field, NaN for invalid input. */
function retentionIn(sent: FieldReader): Site['retention'] {
  const days = (part: keyof Site['retention']): number | null => {
    const text = sent(`retention.${part}`)
    return text === '' ? null : (parseNumber(text) ?? Number.NaN)
  }
  return { chats: days('chats'), results: days('results'), logs: days('logs') }
}

/** Reads a percentage; NaN for invalid input. */
function marginIn(text: string): number {
  const percent = text === '' ? 0 : (parseNumber(text) ?? Number.NaN)
  return Math.round(percent * 10) / 1000
}
