import { siteFeatures } from '#catalog/site-features.ts'
import type { ChangeSite, Site } from '#contract/site.ts'

/** The fields of a site that its admins can change. */
const FIELDS =
  'title description keywords texts page_title favicon logo accent theme admins features distribution login dated locales terms_url privacy_url retention margin'.split(
    ' '
  )

/**
 * The result of merging a change: the change to write, and the fields
 * (`features.support.discord.url`) that another admin changed too.
 */
export type MergedChange = { change: ChangeSite; conflicts: string[]; unread: boolean }

/**
 * Merges three versions of a site: what the sender read (`base`), the current one, and what the
 * sender wants. It merges field by field, and inside switches value by value. A list is one value.
 * @returns `unread`: whether a field came without its `base`; only the version number can then show
 * a conflict
 */
export function mergeChange(current: Site, change: ChangeSite): MergedChange {
  const base = filledBase(change.base ?? {})
  const conflicts: string[] = []
  const given = FIELDS.filter(name => read(change, name) != null)
  const merged = given
    .filter(name => Object.hasOwn(base, name))
    .map(name => [
      name,
      partly(name)
        ? switches(name, base, current, change, conflicts)
        : single(name, base, current, change, conflicts)
    ])
  return {
    change: { ...change, ...(Object.fromEntries(merged) as ChangeSite) },
    conflicts,
    unread: given.some(name => !Object.hasOwn(base, name))
  }
}

/**
 * Adds default features to the base, because older clients read a site that did not list all of
 * them.
 */
function filledBase(base: Record<string, unknown>): Record<string, unknown> {
  const { features } = base
  return isRecord(features) ? { ...base, features: siteFeatures(features) } : base
}

/**
 * Returns the fields that differ between two states of a site. Switches, inviters and texts are
 * listed by their own names.
 */
export function changedFields(before: Site, after: Site): string[] {
  return FIELDS.flatMap(name => {
    const [was, is] = [read(before, name), read(after, name)]
    if (!partly(name) || !isRecord(was) || !isRecord(is)) return same(was, is) ? [] : [name]
    return keysOf(was, is)
      .filter(key => !same(own(was, key), own(is, key)))
      .map(key => `${name}.${key}`)
  })
}

function partly(name: string): boolean {
  return ['features', 'distribution', 'texts', 'retention'].includes(name)
}

function single(
  name: string,
  base: object,
  current: object,
  change: object,
  conflicts: string[]
): unknown {
  return merge(
    { base: read(base, name), current: read(current, name), mine: read(change, name) },
    name,
    conflicts
  )
}

/** Merges only the switches that the change contains. */
function switches(
  name: string,
  base: object,
  current: object,
  change: object,
  conflicts: string[]
): Record<string, unknown> {
  const [was, is, mine] = [read(base, name), read(current, name), read(change, name)]
  const keys = isRecord(mine) ? Object.keys(mine) : []
  return Object.fromEntries(
    keys.map(key => {
      const merged = merge(
        { base: own(was, key), current: own(is, key), mine: own(mine, key) },
        `${name}.${key}`,
        conflicts
      )
      return [key, merged ?? null]
    })
  )
}

type Three = { base: unknown; current: unknown; mine: unknown }

function merge({ base, current, mine }: Three, path: string, conflicts: string[]): unknown {
  if (same(mine, base)) return current
  if (same(current, base) || same(current, mine)) return mine
  if (isRecord(mine) && [base, current].every(each => each == null || isRecord(each))) {
    const entries = keysOf(base, current, mine).map(key => {
      const three = { base: own(base, key), current: own(current, key), mine: own(mine, key) }
      return [key, merge(three, `${path}.${key}`, conflicts)] as const
    })
    return Object.fromEntries(entries.filter(([, each]) => each != null))
  }
  conflicts.push(path)
  return mine
}

/**
 * Compares two values. All empty values are equal, and text is compared without regard to spaces
 * around it and line ends.
 */
function same(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  if (value == null || value === '') return 'null'
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value) && value.length === 0) return 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const names = Object.keys(value).toSorted()
  return `{${names.map(name => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

function text(value: string): string {
  const plain = value.trim().replaceAll(/\r\n?/g, '\n')
  return JSON.stringify(/^#[0-9a-f]{6}$/i.test(plain) ? plain.toLowerCase() : plain)
}

function keysOf(...values: unknown[]): string[] {
  return [...new Set(values.flatMap(value => (isRecord(value) ? Object.keys(value) : [])))]
}

function own(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function read(value: object, name: string): unknown {
  return Reflect.get(value, name)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
