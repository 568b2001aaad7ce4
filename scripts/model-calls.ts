import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import type { FieldValues } from '#core/condition.ts'
import { EXAMPLE_ID } from '#core/example.ts'
import type { Field } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { Action } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'
import { vendorRefusals, type VendorAction, type VendorRequest } from '#core/vendor.ts'

/** A vendor, and the vendor's name of a model, or an endpoint or path of the vendor. */
export type ModelCall = { vendor: string; id: string }

/** Servers that operators run. Their models are files on the server, so no vendor lists them. */
export const OWN_SERVERS: readonly string[] = ['a1111', 'comfyui']

/** Choices that decide, besides the model, which endpoint is called. */
const DECIDING: readonly string[] = ['action', 'mode', 'source']

const FILE = 'https://files.example/file'
/** The same file in the form in which vendors get it. */
const SENT = 'data:image/png;base64,AAAA'

/** An earlier result, with every property that a vendor may read. */
const EARLIER = {
  video_url: FILE,
  audio_url: FILE,
  duration: 600,
  lyric: 'A',
  style: 'b'
}

/**
 * Finds all models and endpoints that an action may call, by trying its choices and files in turn.
 * @param given choices that every request has, such as a model
 */
export function callsOf(
  service: string,
  verb: string,
  action: Action,
  given: FieldValues
): ModelCall[] {
  const offers = Object.entries(VENDOR_SERVICES).flatMap(([vendor, does]) => {
    const doing = does[service]?.[verb]
    return doing === undefined ? [] : [{ vendor, doing }]
  })
  if (offers.length === 0) return []
  const found = new Map<string, ModelCall>()
  for (const values of situations(action, given))
    for (const { vendor, doing } of offers) {
      const id = requestedId(vendor, action, doing, values)
      if (id !== null) found.set(`${vendor} ${id}`, { vendor, id })
    }
  return [...found.values()]
}

/** Returns the vendor's id for these values; null if the vendor does not support them. */
function requestedId(
  vendor: string,
  action: Action,
  doing: VendorAction,
  values: Readonly<Record<string, Json>>
): string | null {
  if (vendorRefusals(action, doing, values).length > 0) return null
  const ids = Object.entries(action.fields).filter(([, { type }]) => type === 'id')
  const earlier = Object.fromEntries(ids.map(([name]) => [name, [EARLIER]]))
  return idIn(vendor, doing.request({ action: '', values: sent(values), earlier }))
}

function sent(values: Readonly<Record<string, Json>>): Record<string, Json> {
  const read = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(read)
    return value === FILE ? SENT : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(value)]))
}

/**
 * Returns the model or endpoint of a request. Vendors name a model in the body or in the path;
 * fal's path is the endpoint.
 */
function idIn(vendor: string, { path, body }: VendorRequest): string {
  const { model, model_name, model_id } = body
  const named = vendor === 'fal' ? undefined : (model_name ?? model_id ?? model)
  return typeof named === 'string' ? named : path.replace(/^models\/|:generateContent$/g, '')
}

/** Returns all valid combinations of deciding choices, switches and files. */
function situations(action: Action, given: FieldValues): Readonly<Record<string, Json>>[] {
  let all: FieldValues[] = [given]
  for (const [name, field] of Object.entries(action.fields)) {
    if (name in given) continue
    const tried = triedIn(name, field)
    all = all.flatMap(each => [each, ...tried.map(value => ({ ...each, [name]: value }))])
  }
  return all.flatMap(each => {
    const values = completed(action, each)
    return values === null ? [] : [values]
  })
}

/** Returns the values that may lead to another endpoint than the field's usual one. */
function triedIn(name: string, field: Field): Json[] {
  if (field.more === true && field.type !== 'file') return []
  switch (field.type) {
    case 'choice': {
      const isOptional = field.default === undefined && field.derived === undefined
      if (DECIDING.includes(name)) return field.options.filter(each => each !== field.default)
      return isOptional && field.max === undefined ? field.options.slice(0, 1) : []
    }
    case 'switch':
      return [!field.default]
    case 'file':
      return [example(field)]
    case 'text':
      return field.required === undefined && name === 'prompt' ? ['A boat'] : []
    default:
      return []
  }
}

/** Fills in the required fields that are missing; null if the values are not valid otherwise. */
function completed(
  { fields, limits = [] }: Action,
  given: FieldValues
): Record<string, Json> | null {
  let asked = given
  for (let round = 0; round < 4; round++) {
    const { values, issues } = checkValues(fields, limits, asked)
    if (issues.length === 0) return { ...values }
    if (issues.some(({ code }) => code !== 'required')) return null
    for (const { field: name } of issues) {
      const field = fields[name]
      if (field !== undefined) asked = { ...asked, [name]: example(field) }
    }
  }
  return null
}

function example(field: Field): Json {
  switch (field.type) {
    case 'file':
      return field.max > 1 || field.list ? [FILE] : FILE
    case 'id':
      return field.max === undefined ? EXAMPLE_ID : [EXAMPLE_ID, EXAMPLE_ID]
    case 'choice':
      return field.options[0] ?? ''
    case 'number':
      return field.min
    case 'switch':
      return true
    case 'text':
      return 'A boat'
  }
}
