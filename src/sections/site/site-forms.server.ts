import type { Sent } from '#client/page-forms.server.ts'
import type { ChangeSite, Site, SiteTexts } from '#contract/site.ts'
import { THEMES } from '#core/theme.ts'
import { typedNumber } from '#core/typed-number.ts'
import { isLocale, LOCALES, type Locale } from '#i18n/locale.ts'

/**
 * A form of a site's page: the fields that it shows, and how to read its input into these fields.
 */
type SiteForm = {
  fields: readonly (keyof Site & keyof ChangeSite)[]
  read(sent: Sent, form: FormData, base: Base): ChangeSite
}

/** The values of a form's fields when its page was rendered. */
export type Base = Partial<Site>

/** Every form of the page by its name. `join` and `leave` change the admins. */
export const SITE_FORMS = {
  brand: {
    fields: ['title', 'description', 'keywords'],
    read: (sent, _, base) => wordsIn(sent, base.keywords ?? [])
  },
  texts: {
    fields: ['texts'],
    read: (sent, _, base) => {
      const locale = sent('in')
      return {
        texts: {
          [locale]: wordsIn(sent, (isLocale(locale) && base.texts?.[locale]?.keywords) || [])
        }
      }
    }
  },
  titles: { fields: ['page_title'], read: sent => ({ page_title: sent('page_title') }) },
  accent: { fields: ['accent'], read: sent => ({ accent: sent('accent') }) },
  theme: {
    fields: ['theme'],
    read: sent => ({ theme: THEMES.find(theme => theme === sent('theme')) })
  },
  languages: {
    fields: ['locales'],
    read: (sent, form) => ({ locales: localesIn(sent('own'), form.getAll('locale')) })
  },
  entry: {
    fields: ['login', 'dated'],
    read: sent => ({
      login: sent('login') === 'popup' ? 'popup' : 'redirect',
      dated: sent('dated') === 'on'
    })
  },
  offer: {
    fields: ['features'],
    read: (_, form, base) => ({ features: switchesIn(form, base.features ?? {}) })
  },
  contacts: {
    fields: ['features'],
    read: (sent, _, base) => ({
      features: { support: supportIn(sent, base.features?.['support']) }
    })
  },
  legal: {
    fields: ['terms_url', 'privacy_url'],
    read: sent => ({ terms_url: sent('terms_url'), privacy_url: sent('privacy_url') })
  },
  earnings: {
    fields: ['margin', 'distribution'],
    read: sent => ({
      margin: marginIn(sent('margin')),
      distribution: {
        default_inviter_id: sent('default_inviter_id'),
        force_inviter_id: sent('force_inviter_id')
      }
    })
  },
  join: {
    fields: ['admins'],
    read: (sent, _, base) => ({ admins: [...(base.admins ?? []), sent('person')] })
  },
  leave: {
    fields: ['admins'],
    read: (sent, _, base) => ({ admins: (base.admins ?? []).filter(id => id !== sent('person')) })
  }
} as const satisfies Record<string, SiteForm>

export type SiteFormName = keyof typeof SITE_FORMS

/** Returns the current values of a form's fields, for its hidden `base`. */
export function baseOf(site: Site, name: SiteFormName): Base {
  return Object.fromEntries(SITE_FORMS[name].fields.map(field => [field, site[field]]))
}

/** @param text the form's own value, which may be anything */
export function readBase(text: string): Base {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Base)
      : {}
  } catch {
    return {}
  }
}

/**
 * Returns a site with the unsaved input. A field takes the input only where the user changed it, so
 * that changes by others show.
 */
export function draftOf(site: Site, base: Base, change: ChangeSite): Site {
  const entries = Object.entries(change).map(([name, mine]) => [
    name,
    over(Reflect.get(site, name), Reflect.get(base, name), mine)
  ])
  return { ...site, ...(Object.fromEntries(entries) as Partial<Site>) }
}

function over(current: unknown, base: unknown, mine: unknown): unknown {
  if (JSON.stringify(mine) === JSON.stringify(base ?? null)) return current
  if (!isRecord(mine)) return mine ?? current
  const [was, is] = [isRecord(base) ? base : {}, isRecord(current) ? current : {}]
  return {
    ...is,
    ...Object.fromEntries(
      Object.entries(mine).map(([name, each]) => [name, over(is[name], was[name], each)])
    )
  }
}

function wordsIn(sent: Sent, keywords: readonly string[]): SiteTexts {
  return {
    title: sent('title'),
    description: sent('description'),
    keywords: keywordsIn(sent('keywords'), keywords)
  }
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

/** An empty list means all languages, so that a language added later is offered too. */
function localesIn(own: string, chosen: readonly unknown[]): string[] {
  const others = chosen.filter(
    (each): each is Locale => typeof each === 'string' && isLocale(each) && each !== own
  )
  const [first] = LOCALES
  if (own === first && others.length === LOCALES.length - 1) return []
  return [own, ...others]
}

/** Returns the switches that the user changed, each with the other settings of its feature. */
function switchesIn(
  form: FormData,
  features: Readonly<Record<string, unknown>>
): Record<string, unknown> {
  const on = form.getAll('on')
  const shown = form.getAll('was').filter(each => typeof each === 'string')
  const turned = form
    .getAll('switch')
    .filter(each => typeof each === 'string' && on.includes(each) !== shown.includes(each))
  return Object.fromEntries(
    turned.map(id => {
      const before = features[String(id)]
      return [String(id), { ...(isRecord(before) && before), enabled: on.includes(id) }]
    })
  )
}

function supportIn(sent: Sent, support: unknown): Record<string, unknown> {
  const before = isRecord(support) ? support : {}
  const way = (name: string, value: object): object => {
    const said = before[name]
    return { ...(isRecord(said) && said), enabled: sent(name) === 'on', ...value }
  }
  return {
    ...before,
    email: way('email', { address: sent('address') }),
    discord: way('discord', { url: sent('url') }),
    wechat: way('wechat', {})
  }
}

/** Reads a percentage; NaN for invalid input. */
function marginIn(text: string): number {
  const percent = text === '' ? 0 : (typedNumber(text) ?? Number.NaN)
  return Math.round(percent * 10) / 1000
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
