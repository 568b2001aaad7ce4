import type { FieldReader } from '#client/page-forms.server.ts'
import type { ChangeOwnService } from '#contract/own-service.ts'
import { parseFormNumber } from '#sections/operator/text.ts'

type FieldChange = NonNullable<ChangeOwnService['fields']>[number]

/** Builds the request body from the form of an operator's own tool. */
export function toolBody(sent: FieldReader, form: FormData): Record<string, unknown> {
  const names = form.getAll('field').filter(each => typeof each === 'string')
  return {
    title: sent('title'),
    description: sent('description'),
    enabled: sent('enabled') === 'on',
    price: {
      credits: parseFormNumber(sent('credits')) ?? '',
      times: sent('times') || null,
      per: parseFormNumber(sent('per')) ?? 1
    },
    cost: parseFormNumber(sent('cost')) ?? null,
    ...(sent('below_cost') === 'on' && { below_cost: true }),
    output: { kind: sent('kind') },
    // An empty field keeps the stored key.
    ...(sent('key') !== '' && { key: sent('key') }),
    fields: names.map(name => fieldChange(sent, name))
  }
}

function fieldChange(sent: FieldReader, name: string): Record<string, unknown> {
  const type = sent(`type.${name}`)
  return {
    name,
    label: sent(`label.${name}`),
    hint: sent(`hint.${name}`),
    shown: sent(`shown.${name}`) === 'on',
    more: sent(`more.${name}`) === 'on',
    // Forms do not offer it for a field that the vendor requires.
    ...(sent(`optional.${name}`) === 'on' && { required: sent(`required.${name}`) === 'on' }),
    ...(type === 'number' && {
      min: parseFormNumber(sent(`min.${name}`)),
      max: parseFormNumber(sent(`max.${name}`))
    }),
    ...(type === 'file'
      ? { accept: sent(`accept.${name}`) }
      : { default: defaultOf(sent(`default.${name}`), type) })
  }
}

function defaultOf(text: string, type: string): FieldChange['default'] {
  if (type === 'switch') return text === 'on'
  if (text === '') return null
  const number = type === 'number' ? parseFormNumber(text) : undefined
  return number ?? text
}
