import {
  isEndpointName,
  extractSchemaParts,
  type SchemaParts
} from '#catalog/from-schema/document.ts'
import { proposePrice } from '#catalog/from-schema/proposed-price.ts'
import { SchemaRefusal } from '#catalog/from-schema/refusal.ts'
import { linkMasks } from '#catalog/from-schema/mask-fields.ts'
import { readField } from '#catalog/from-schema/schema-field.ts'
import { readOutput, type FoundOutput } from '#catalog/from-schema/schema-output.ts'
import { resolveNode } from '#catalog/from-schema/schema-node.ts'
import { hasMarkup, plainText } from '#catalog/from-schema/text.ts'
import { asRecord, type Json } from '#core/json.ts'
import {
  labelFromName,
  type OwnServiceSpec,
  type OwnServiceField,
  type UnmappedSchemaPart
} from '#core/own-service.ts'

/** Most properties of an input. Real models have fewer than 60. */
const MAX_FIELDS = 120

/**
 * Number of fields that a form shows at once, besides those with a rank of their own. The others
 * are under "More".
 */
const AT_ONCE = 6

const TITLE = 60
const DESCRIPTION = 300

/**
 * Makes a service from a vendor's document. It reads nothing but the document, and its time grows
 * with the size of the document only.
 * @param endpoint the vendor's name of the endpoint, for documents that do not contain it; or the
 * path of one of several calls
 * @param place the address of the document, if it has one
 * @throws SchemaRefusal with the place and the reason
 */
export function serviceFromSchema(document: Json, endpoint = '', place?: string): OwnServiceSpec {
  const parts = extractSchemaParts(document, endpoint, place)
  const called = parts.endpoint || endpoint
  if (!isEndpointName(parts.source, called)) throw new SchemaRefusal('no_endpoint')
  const { title, description } = textsOf(parts, called)
  const { fields, unmapped } = fieldsOf(parts)
  const found = outputOf(parts)
  const path = [...(parts.source === 'replicate' ? ['output'] : []), ...found.output.path]
  const output = { ...found.output, path }
  return {
    source: parts.source,
    endpoint: called,
    title,
    description,
    output,
    ...proposePrice(output.kind, fields),
    cost: null,
    unmapped: [...unmapped, ...found.unmapped]
  }
}

/** @throws SchemaRefusal where the answer has no file */
function outputOf({ source, from, output, about, file }: SchemaParts): FoundOutput {
  if (file !== null) return { output: { path: [], kind: file }, unmapped: [] }
  const found = readOutput(from, output, about)
  // A server's JSON is an object, so its file must have a name. Replicate calls its result
  // `output`, so there the whole result may be a file.
  const isWhole = found?.output.path.length === 0
  if (found === null || (isWhole && source === 'openapi')) throw new SchemaRefusal('no_output')
  return found
}

function textsOf(
  { title, description }: SchemaParts,
  endpoint: string
): Pick<OwnServiceSpec, 'title' | 'description'> {
  if (hasMarkup(title)) throw new SchemaRefusal('markup', 'title')
  return {
    title: labelFromName(plainText(title || endpoint, TITLE)),
    description: hasMarkup(description) ? '' : plainText(description, DESCRIPTION)
  }
}

/** @throws SchemaRefusal for a required property that cannot become a field */
function fieldsOf({ from, input }: SchemaParts): {
  fields: OwnServiceField[]
  unmapped: UnmappedSchemaPart[]
} {
  const node = resolveNode(from, input, 'input')
  const properties = Object.entries(asRecord(node['properties']) ?? {})
  if (properties.length === 0) throw new SchemaRefusal('no_input')
  if (properties.length > MAX_FIELDS) throw new SchemaRefusal('too_many_fields')
  const required = new Set([node['required'] ?? []].flat())
  const unmapped: UnmappedSchemaPart[] = []
  const found = properties.flatMap(([name, property]) => {
    const read = readField(from, name, property, required.has(name))
    if ('code' in read) {
      if (required.has(name)) throw new SchemaRefusal(read.code, name.slice(0, 100))
      unmapped.push({ at: name.slice(0, 100), code: read.code })
      return []
    }
    if (read.partly !== undefined) unmapped.push({ at: name, code: read.partly })
    return [read]
  })
  const fields = found.toSorted((a, b) => a.rank - b.rank).map(({ field }) => field)
  if (fields.length === 0) throw new SchemaRefusal('no_input')
  return { fields: folded(linkMasks(fields)), unmapped }
}

/** Puts the fields after the first few under "More", except for required ones and files. */
function folded(fields: readonly OwnServiceField[]): OwnServiceField[] {
  let shown = 0
  return fields.map(each => {
    const { field } = each
    const isMain = field.required !== undefined || field.type === 'file'
    if (isMain || field.more === true || !each.shown || ++shown <= AT_ONCE) return each
    return { ...each, field: { ...field, more: true } }
  })
}
