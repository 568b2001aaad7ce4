import type { ChangeSite, Site } from '#contract/site.ts'

/** The fields that a form shows, as they were when its page was rendered. */
export type SettingsBase = Partial<Site>

/** The fields of a site that its settings show. */
const SETTINGS = [
  'title',
  'description',
  'keywords',
  'texts',
  'page_title',
  'accent',
  'theme',
  'locales',
  'login',
  'dated',
  'features',
  'terms_url',
  'privacy_url',
  'retention',
  'margin',
  'distribution'
] as const satisfies readonly (keyof Site & keyof ChangeSite)[]

/** Returns the current values of all settings, for the hidden `base` of their form. */
export function settingsBase(site: Site): SettingsBase {
  return Object.fromEntries(SETTINGS.map(field => [field, site[field]]))
}

/** @param text the form's own value, which may be anything */
export function readSettingsBase(text: string): SettingsBase {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? (value as SettingsBase) : {}
  } catch {
    return {}
  }
}

/**
 * Returns a site with the unsaved input. A field takes the input only where the user changed it, so
 * that changes by others show.
 */
export function draftOf(site: Site, base: SettingsBase, change: ChangeSite): Site {
  const entries = Object.entries(change).map(([name, mine]) => [
    name,
    over(Reflect.get(site, name), Reflect.get(base, name), mine)
  ])
  return { ...site, ...(Object.fromEntries(entries) as Partial<Site>) }
}

function over(current: unknown, base: unknown, mine: unknown): unknown {
  if (isSameJson(mine, base ?? null)) return current
  if (!isRecord(mine)) return mine ?? current
  const [was, is] = [isRecord(base) ? base : {}, isRecord(current) ? current : {}]
  return {
    ...is,
    ...Object.fromEntries(
      Object.entries(mine).map(([name, each]) => [name, over(is[name], was[name], each)])
    )
  }
}

/**
 * Replaces a part of the input with the value that it has in the base.
 * @param path the names that lead to the part
 */
export function replaceWithTheirs(
  mine: unknown,
  theirs: unknown,
  [name, ...rest]: string[]
): unknown {
  if (name === undefined) return theirs
  if (!isRecord(mine) || !Object.hasOwn(mine, name)) return mine
  const other = isRecord(theirs) && Object.hasOwn(theirs, name) ? theirs[name] : undefined
  return { ...mine, [name]: replaceWithTheirs(mine[name], other, rest) }
}

export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
