import type { ChangeOwnService } from '#contract/own-service.ts'
import type { OwnDefinition, OwnField } from '#core/own-service.ts'

type FieldChange = NonNullable<ChangeOwnService['fields']>[number]

/** Applies an operator's corrections. Fields keep their order and their types. */
export function corrected(before: OwnDefinition, change: ChangeOwnService): OwnDefinition {
  const { title, description, price, cost, fields = [] } = change
  const by = new Map(fields.map(each => [each.name, each]))
  return {
    ...before,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(price !== undefined && { price }),
    ...(cost !== undefined && { cost }),
    fields: before.fields.map(field => correctedField(field, by.get(field.name)))
  }
}

function correctedField(before: OwnField, change: FieldChange | undefined): OwnField {
  if (change === undefined) return before
  const { label, hint, shown, more, default: own } = change
  const { more: folded, ...field } = before.field
  const isFolded = more ?? folded === true
  const withDefault = own === undefined ? field : { ...field, default: own ?? undefined }
  // A switch is on or off, and a file begins empty, so they keep what they have.
  const kept =
    own === undefined || (own === null && field.type === 'switch') || field.type === 'file'
      ? field
      : JSON.parse(JSON.stringify(withDefault))
  return {
    ...before,
    ...(label !== undefined && label !== '' && { label }),
    ...(hint !== undefined && { hint }),
    ...(shown !== undefined && { shown }),
    field: { ...kept, ...(isFolded && { more: true }) }
  }
}
