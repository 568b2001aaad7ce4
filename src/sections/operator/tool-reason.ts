import type { Problem } from '#core/problem.ts'
import { textOrNull, type Translate } from '#i18n/translate.ts'

/** Reasons that have no text of their own, each with the reason whose text they share. */
const SAME: Readonly<Record<string, string>> = {
  bad_default: 'bad_range',
  bad_options: 'bad_range',
  bad_name: 'reserved',
  file_kind: 'unknown_type',
  list: 'unknown_type',
  object: 'unknown_type',
  unknown_reference: 'unknown_type'
}

/** Returns why a part of a schema, or a whole schema, cannot be used. */
export function schemaReasonText(t: Translate, code: string): string {
  const name = nameOf(code)
  return (
    textOrNull(t, `operator.tools.reason.${name}`) ??
    textOrNull(t, `issue.${code}`) ??
    t('issue.invalid')
  )
}

/** A place in a schema and the reason why it is refused. An empty place is the whole schema. */
export type SchemaMistake = { at: string; text: string }

/**
 * Lists the mistakes in a schema or a correction that an operator sent.
 * @param names the fields of a correction, in the order in which it has them
 */
export function schemaMistakes(
  t: Translate,
  problem: Problem | null | undefined,
  names: readonly string[] = []
): SchemaMistake[] {
  return (problem?.issues ?? []).map(({ field, code }) => ({
    at:
      field === 'schema' || field === 'address'
        ? ''
        : field
            .replace(/^schema\./, '')
            .replace(/^fields\.(\d+)/, (all, at: string) => names[Number(at)] ?? all),
    text: schemaReasonText(t, code)
  }))
}

function nameOf(code: string): string {
  return Object.hasOwn(SAME, code) ? (SAME[code] ?? code) : code
}
