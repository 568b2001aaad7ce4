import type { ChangeOwnService } from '#contract/own-service.ts'
import type { Field } from '#core/field.ts'
import type { OwnServiceSpec, OwnServiceField } from '#core/own-service.ts'
import { readValue } from '#core/read-value.ts'

type FieldChange = NonNullable<ChangeOwnService['fields']>[number]

/** Applies an operator's corrections. Fields keep their order and their types. */
export function applyCorrections(before: OwnServiceSpec, change: ChangeOwnService): OwnServiceSpec {
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

function correctedField(before: OwnServiceField, change: FieldChange | undefined): OwnServiceField {
  if (change === undefined) return before
  const { label, hint, shown, more, default: own } = change
  const { more: folded, ...field } = before.field
  const isFolded = more ?? folded === true
  const kept = own === undefined ? field : withDefault(field, own)
  return {
    ...before,
    ...(label !== undefined && label !== '' && { label }),
    ...(hint !== undefined && { hint }),
    ...(shown !== undefined && { shown }),
    field: { ...kept, ...(isFolded && { more: true }) }
  }
}

/** Sets or removes a default. Switches always have one, and files never. */
function withDefault(field: Field, own: string | number | boolean | null): Field {
  if (field.type === 'file' || field.type === 'id') return field
  if (own === null) {
    if (field.type === 'switch') return field
    const { default: _, ...without } = field
    return without
  }
  // Forms send numbers as text. A value that the field refuses is kept here, since
  // `checkDefinition` reports it with all other mistakes.
  const read = readValue(field, own)
  return { ...field, default: 'value' in read ? read.value : own } as Field
}
