import { isEndpointName } from '#catalog/from-schema/document.ts'
import { isImageField, type Field } from '#core/field.ts'
import { pricedFields, pricingFault, type OwnServiceSpec } from '#core/own-service.ts'
import { Problem } from '#core/problem.ts'
import { readValue } from '#core/read-value.ts'

/**
 * Checks the parts of a definition against each other.
 * @param isOffered the tool is on sale, so each run must cost what its price says
 * @throws Problem `bad_request` for a duplicate field, a default that the field refuses, a required
 * field that nobody fills in, a mask without an image, and a price that counts another field, or one that may be zero or
 * missing
 */
export function checkDefinition(definition: OwnServiceSpec, isOffered: boolean): void {
  const { source, endpoint, fields, price } = definition
  if (!isEndpointName(source, endpoint)) throw wrongField('endpoint', 'invalid')
  if (new Set(fields.map(({ name }) => name)).size < fields.length)
    throw wrongField('fields', 'duplicate')
  if (!fields.some(({ shown }) => shown)) throw wrongField('fields', 'required')
  for (const { name, shown, field } of fields) {
    const own = 'default' in field ? field.default : undefined
    if (own !== undefined && 'issue' in readValue(field, own)) throw wrongField(name, 'bad_default')
    if (!shown && field.required !== undefined && own === undefined)
      throw wrongField(name, 'must_be_shown')
    if (!masksImage(field, fields)) throw wrongField(name, 'not_allowed')
    if (name !== price.times || !isOffered) continue
    const fault = pricingFault(field)
    if (fault !== null) throw wrongField(name, fault)
  }
  if (price.times !== null && !pricedFields(fields).includes(price.times))
    throw wrongField('price.times', 'not_allowed')
}

/** Checks that a mask is an image, and belongs to another one that is no mask itself. */
function masksImage(field: Field, fields: OwnServiceSpec['fields']): boolean {
  if (field.type !== 'file' || field.masks === undefined) return true
  const masked = fields.find(({ name }) => name === field.masks)?.field
  return isImageField(field) && isImageField(masked) && masked.masks === undefined
}

/** Builds the problem of an invalid part of an own service. */
export function wrongField(field: string, code: string): Problem {
  return new Problem('bad_request', { detail: `${field}: ${code}`, issues: [{ field, code }] })
}
