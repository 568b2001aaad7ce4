import type { FieldReader } from '#client/page-forms.server.ts'
import { parseFormNumber } from '#sections/operator/text.ts'

/** The API's names for the fields of the chat model form. */
export const MODEL_FIELDS = [
  'name',
  'label',
  'description',
  'group',
  'family',
  'position',
  'context',
  'price',
  'price.input',
  'price.output',
  'until',
  'becomes',
  'fallback',
  'route.provider',
  'route.model'
] as const

/**
 * Builds the request body from the chat model form. An empty field resets to the catalogue's value.
 * @param own true for a model that the operator has added
 */
export function modelBody(sent: FieldReader, own: boolean): Record<string, unknown> {
  const [input, output] = [parseFormNumber(sent('input')), parseFormNumber(sent('output'))]
  return {
    label: sent('label') || null,
    description: sent('description') || null,
    enabled: sent('enabled') === 'on',
    position: parseFormNumber(sent('position')) ?? null,
    context: parseFormNumber(sent('context')) ?? null,
    price: input === undefined && output === undefined ? null : { input, output },
    family: sent('family') || null,
    until: sent('until') || null,
    becomes: sent('becomes') || null,
    fallback: sent('fallback') || null,
    ...(sent('below_cost') === 'on' && { below_cost: true }),
    ...(own && {
      group: sent('group'),
      is_image_supported: sent('images') === 'on',
      is_file_supported: sent('files') === 'on',
      is_tool_supported: sent('tools') === 'on',
      route: { provider: sent('provider'), model: sent('upstream') }
    })
  }
}

/** Builds the request body that accepts a proposed price, from the hidden fields of its form. */
export function acceptedPriceBody(sent: FieldReader): Record<string, unknown> {
  const pair = (name: string): object => ({
    input: Number(sent(`${name}_input`)),
    output: Number(sent(`${name}_output`))
  })
  return {
    price: pair('price'),
    cost: pair('cost'),
    ...(sent('below_cost') === 'on' && { below_cost: true })
  }
}
