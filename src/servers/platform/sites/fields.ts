import { isDeepStrictEqual } from 'node:util'
import type { Updateable } from 'kysely'
import { siteFeatures } from '#catalog/site-features.ts'
import type { ChangeSite } from '#contract/site.ts'
import { Problem } from '#core/problem.ts'
import { isLocale, LOCALES } from '#i18n/locale.ts'
import { findActiveUsers } from '#servers/lib/blocked.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { parseRetention } from '#servers/lib/retention.ts'
import type { SiteTable } from '#servers/lib/database/people-tables.ts'
import { resolvePersonIds } from '#servers/platform/sites/persons.ts'
import {
  adminsOf,
  distributionOf,
  type SiteRow,
  type StoredTexts
} from '#servers/platform/sites/row.ts'

type Columns = Updateable<SiteTable>

/**
 * Returns the columns that a change writes. It writes only the given fields; switches and inviters
 * are written one by one.
 * @throws Problem `bad_request` naming an unknown person
 */
export async function buildSiteColumns(
  tx: Queries,
  row: SiteRow,
  input: ChangeSite
): Promise<Columns> {
  const { title, description, keywords, favicon, logo, accent, login, dated, margin } = input
  const given = {
    title,
    description,
    favicon,
    logo,
    accent,
    theme: input.theme,
    login,
    terms_url: input.terms_url,
    privacy_url: input.privacy_url,
    page_title: input.page_title
  }
  return {
    ...Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
    ),
    ...(keywords != null && {
      keywords: JSON.stringify([...new Set(keywords.filter(word => word !== ''))])
    }),
    ...(input.texts != null && { texts: mergedTexts(row, input.texts) }),
    ...(input.locales != null && { locales: JSON.stringify(checkedLocales(input.locales)) }),
    ...(dated != null && { dated: dated ? 1 : 0 }),
    ...(margin != null && { margin: Math.round(margin * 1000) }),
    ...(input.retention != null && { retention: mergedRetention(row, input.retention) }),
    ...(input.features != null && { features: mergedFeatures(row, input.features) }),
    ...(input.admins != null && { admins: await checkedAdmins(tx, row, input.admins) }),
    ...(input.distribution != null && {
      distribution: await checkedInviters(tx, row, input.distribution)
    })
  }
}

/**
 * Merges changed switches into the stored ones. A switch sent back as it was shown is not stored.
 * So clients may send back a whole site, and defaults stay defaults.
 * @param changes a switch that is null is removed
 */
function mergedFeatures(row: SiteRow, changes: Record<string, unknown>): string {
  const stored = JSON.parse(row.features) as Record<string, unknown>
  const shown = siteFeatures(stored)
  const turned = Object.entries(changes).filter(
    ([name, value]) => !isDeepStrictEqual(value, shown[name])
  )
  const merged = Object.entries({ ...stored, ...Object.fromEntries(turned) }).filter(
    ([, value]) => value !== null
  )
  const text = JSON.stringify(Object.fromEntries(merged))
  if (text.length > MAX_FEATURES)
    throw new Problem('bad_request', {
      detail: 'features: too_large',
      issues: [{ field: 'features', code: 'too_large' }]
    })
  return text
}

/** Merges the days of each part. A part that is kept forever is not stored. */
function mergedRetention(row: SiteRow, changes: NonNullable<ChangeSite['retention']>): string {
  const given = Object.entries(changes).filter(([, days]) => days !== undefined)
  const merged = { ...parseRetention(row.retention), ...Object.fromEntries(given) }
  const limited = Object.entries(merged).filter(([, days]) => days !== null)
  return JSON.stringify(Object.fromEntries(limited))
}

/** Merges the texts of each language, field by field. Empty texts are not stored. */
function mergedTexts(row: SiteRow, changes: NonNullable<ChangeSite['texts']>): string {
  const unknown = Object.keys(changes).find(locale => !isLocale(locale))
  if (unknown !== undefined) throw noLanguage(`texts.${unknown}`)
  const stored = JSON.parse(row.texts) as StoredTexts
  const merged = Object.entries({ ...stored, ...changes }).map(([locale, texts]) => {
    const said = Object.entries(texts === null ? {} : { ...stored[locale], ...texts }).filter(
      ([, value]) => value !== undefined && value.length > 0
    )
    return [locale, Object.fromEntries(said)] as const
  })
  return JSON.stringify(
    Object.fromEntries(merged.filter(([, texts]) => Object.keys(texts).length > 0))
  )
}

/** The largest `features` of a site, in characters of JSON: twice what one change may contain. */
const MAX_FEATURES = 32_768

async function checkedAdmins(
  tx: Queries,
  row: SiteRow,
  wanted: readonly string[]
): Promise<string> {
  if (wanted.length === 0)
    throw new Problem('bad_request', {
      detail: 'admins: required',
      issues: [{ field: 'admins', code: 'required' }]
    })
  const ids = await resolvePersonIds(
    tx,
    wanted,
    wanted.map((_, index) => `admins.${index}`)
  )
  const admins = [...new Set(ids)]
  const before = adminsOf(row)
  const present = await existing(tx, admins)
  for (const [index, id] of ids.entries())
    if (!before.includes(id) && !present.has(id)) throw nobody(`admins.${index}`)
  // At least one admin must still be able to sign in.
  if ((await findActiveUsers(tx, admins)).size === 0) throw nobody('admins.0')
  return JSON.stringify(admins)
}

async function checkedInviters(
  tx: Queries,
  row: SiteRow,
  wanted: NonNullable<ChangeSite['distribution']>
): Promise<string> {
  const before = distributionOf(row)
  const {
    force_inviter_id = before.force_inviter_id,
    default_inviter_id = before.default_inviter_id
  } = wanted
  const after = { force_inviter_id, default_inviter_id }
  for (const field of ['force_inviter_id', 'default_inviter_id'] as const) {
    const named = after[field]
    const [id = null] =
      named === null ? [] : await resolvePersonIds(tx, [named], [`distribution.${field}`])
    after[field] = id
    // An inviter who is already set may stay, even if deleted, so that clients can send back a
    // whole site.
    if (id !== null && id !== before[field] && !(await existing(tx, [id])).has(id))
      throw nobody(`distribution.${field}`)
  }
  return JSON.stringify(after)
}

/**
 * Removes duplicate languages.
 * @throws Problem `bad_request` naming an unknown language
 */
function checkedLocales(wanted: readonly string[]): string[] {
  const unknown = wanted.findIndex(word => !isLocale(word))
  if (unknown >= 0) throw noLanguage(`locales.${unknown}`)
  return [...new Set(wanted)]
}

function noLanguage(field: string): Problem {
  return new Problem('bad_request', {
    detail: `${field}: must be one of ${LOCALES.join(', ')}`,
    issues: [{ field, code: 'not_allowed' }]
  })
}

async function existing(tx: Queries, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom('user').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

function nobody(field: string): Problem {
  return new Problem('bad_request', {
    detail: `${field}: no such user`,
    issues: [{ field, code: 'not_allowed' }]
  })
}
