import { LARGEST_FILES } from '#catalog/from-schema/schema-field.ts'
import type { ChangeOwnService } from '#contract/own-service.ts'
import { isImageField, type Field } from '#core/field.ts'
import type { OwnServiceSpec, OwnServiceField } from '#core/own-service.ts'
import { readValue } from '#core/read-value.ts'
import { wrongField } from '#servers/platform/own-services/check.ts'

type FieldChange = NonNullable<ChangeOwnService['fields']>[number]

/**
 * Applies an operator's corrections. Fields keep their order and their types.
 * @throws Problem `bad_request` naming an unknown field, or one that cannot have the given limits
 */
export function applyCorrections(before: OwnServiceSpec, change: ChangeOwnService): OwnServiceSpec {
  const { title, description, price, cost, output, fields = [] } = change
  const by = new Map(fields.map(each => [each.name, each]))
  const unknown = fields.find(({ name }) => !before.fields.some(each => each.name === name))
  if (unknown !== undefined) throw wrongField(unknown.name, 'not_allowed')
  return {
    ...before,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(price !== undefined && { price }),
    ...(cost !== undefined && { cost }),
    output: { ...before.output, ...output },
    fields: withoutLostMasks(before.fields.map(field => correctedField(field, by.get(field.name))))
  }
}

/** Makes a mask an ordinary file if it, or what it masks, is no image any more. */
function withoutLostMasks(fields: readonly OwnServiceField[]): OwnServiceField[] {
  const isImage = (name: string): boolean =>
    fields.some(({ name: each, field }) => each === name && isImageField(field))
  return fields.map(each => {
    if (each.field.type !== 'file' || each.field.masks === undefined) return each
    if (isImageField(each.field) && isImage(each.field.masks)) return each
    const field = { ...each.field }
    delete field.masks
    delete field.marks
    return { ...each, field }
  })
}

function correctedField(before: OwnServiceField, change: FieldChange | undefined): OwnServiceField {
  if (change === undefined) return before
  const { label, hint, shown, more, default: own } = change
  const vendors = before.original ?? before.field
  const limited = withLimits(before.field, vendors, change)
  const { more: folded, ...field } = limited
  const isFolded = more ?? folded === true
  const kept = own === undefined ? field : withDefault(field, own)
  return {
    ...before,
    ...(label !== undefined && label !== '' && { label }),
    ...(hint !== undefined && { hint }),
    ...(shown !== undefined && { shown }),
    field: { ...kept, ...(isFolded && { more: true }) },
    ...(limited !== before.field && { original: vendors })
  }
}

/**
 * Corrects what a value may be. A schema may say too little, but what it says holds, since the
 * vendor would refuse the call.
 * @param vendors the field as the vendor's schema has it
 * @returns the same object if nothing changes
 */
function withLimits(before: Field, vendors: Field, change: FieldChange): Field {
  const { name, required = before.required === true, accept, min, max } = change
  const isTaken = vendors.type === 'switch' ? required : !required && vendors.required === true
  if (isTaken) throw wrongField(name, 'not_allowed')
  let field = before
  if (accept !== undefined) {
    if (field.type !== 'file') throw wrongField(name, 'not_allowed')
    if (accept !== field.accept) field = { ...field, accept, bytes: LARGEST_FILES[accept] }
  }
  if (min !== undefined || max !== undefined) field = withRange(field, vendors, change)
  if (required === (before.required === true)) return field
  const { required: _, ...optional } = field
  return required ? { ...optional, required: true } : optional
}

/** Sets the bounds of a number. They must be values that the vendor takes. */
function withRange(before: Field, vendors: Field, { name, min, max }: FieldChange): Field {
  if (before.type !== 'number' || vendors.type !== 'number') throw wrongField(name, 'not_allowed')
  const range = { min: min ?? before.min, max: max ?? before.max }
  const isWrong = 'issue' in readValue(vendors, range.min) || range.max > vendors.max
  if (isWrong || range.max < range.min) throw wrongField(name, 'bad_range')
  return range.min === before.min && range.max === before.max ? before : { ...before, ...range }
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
