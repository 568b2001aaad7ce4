import type { Site } from '#contract/site.ts'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { publicName } from '#servers/people/public-name.ts'
import { changedFields } from '#servers/platform/sites/merge.ts'
import type { SiteRow } from '#servers/platform/sites/row.ts'

/** The last change of a field: the user, and the time in unix milliseconds. */
export type FieldEdit = { by: string; at: number }

/** The most fields of a site whose last change is kept. Switches may have any name. */
const MOST = 200

export function editsOf({ edits }: Pick<SiteRow, 'edits'>): Record<string, FieldEdit> {
  return JSON.parse(edits) as Record<string, FieldEdit>
}

/** Returns the `edits` column after a change. */
export function withEdits(row: SiteRow, before: Site, after: Site, by: FieldEdit): string {
  const fresh = changedFields(before, after).map(field => [field, by] as const)
  const kept = Object.entries(editsOf(row)).filter(([field]) =>
    fresh.every(([changed]) => changed !== field)
  )
  const newest = [...fresh, ...kept].toSorted(([, a], [, b]) => b.at - a.at).slice(0, MOST)
  return JSON.stringify(Object.fromEntries(newest))
}

/**
 * Returns the error for fields that two admins changed.
 * @param conflicts the names of the fields, such as `features.support.discord.url`
 */
export async function editConflictProblem(
  tx: Queries,
  row: SiteRow,
  conflicts: readonly string[]
): Promise<Problem> {
  const edits = editsOf(row)
  const told: string[] = []
  for (const field of conflicts) {
    const [, edit] =
      Object.entries(edits).find(([name]) => field === name || field.startsWith(`${name}.`)) ?? []
    const person =
      edit &&
      (await tx
        .selectFrom('user')
        .select(['name', 'email'])
        .where('id', '=', edit.by)
        .executeTakeFirst())
    const name = person === undefined ? '' : publicName(person.name, person.email)
    told.push(`${field}: changed in the meantime${name && ` by ${name}`}`)
  }
  const issues = conflicts.map(field => ({ field, code: 'outdated' }))
  return new Problem('duplication', {
    detail: `${told.join('; ')}; the site is at version ${row.version}`,
    issues
  })
}
