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

/** A place in a schema and the reason why it is refused. */
export type SchemaMistake = {
  /** The vendor's name of the place; empty for the whole schema, or where the form has a label. */
  at: string
  /** The field of a correction that it is in, if any. */
  field: string | undefined
  /** Begins with the form's own label of the place, if it has one. */
  text: string
}

/**
 * Lists the mistakes in a schema or a correction that an operator sent.
 * @param names the fields of a correction, in the order in which it has them
 */
export function schemaMistakes(
  t: Translate,
  problem: Problem | null | undefined,
  names: readonly string[] = []
): SchemaMistake[] {
  return (problem?.issues ?? []).map(({ field, code }) => {
    const at =
      field === 'schema' || field === 'address'
        ? ''
        : field
            .replace(/^schema\./, '')
            .replace(/^fields\.(\d+)/, (all, index: string) => names[Number(index)] ?? all)
    const text = schemaReasonText(t, code)
    const within = names.find(name => at === name || at.startsWith(`${name}.`))
    const label = within === undefined ? formLabel(t, at) : null
    return label === null
      ? { at, field: within, text }
      : { at: '', field: within, text: t('field.pair', { name: label, value: text }) }
  })
}

/** Returns the label of an input that is no field of the tool; null for other places. */
function formLabel(t: Translate, at: string): string | null {
  switch (at) {
    case 'title':
      return t('operator.field.title')
    case 'description':
      return t('operator.models.description')
    case 'price':
    case 'price.credits':
      return t('operator.tools.credits')
    case 'price.times':
      return t('operator.tools.times')
    case 'price.per':
      return t('operator.tools.per')
    case 'cost':
      return t('operator.tools.cost')
    case 'key':
      return t('site.keys.key')
    default:
      return null
  }
}

function nameOf(code: string): string {
  return Object.hasOwn(SAME, code) ? (SAME[code] ?? code) : code
}
