import type { Condition } from '#core/condition.ts'
import type { Field } from '#core/field.ts'
import { isolateDirection } from '#core/format.ts'
import type { PriceRule } from '#core/price.ts'
import type { Action, Medium, Service } from '#core/service.ts'

/**
 * The formats of schemas from which an operator can make a service. Services of each format are run
 * in their own way.
 */
export const OWN_SERVICE_SOURCES = ['fal', 'replicate', 'openapi'] as const
export type OwnServiceSource = (typeof OWN_SERVICE_SOURCES)[number]

/** A field of an own service, by the vendor's name. */
export type OwnServiceField = {
  name: string
  /** Plain text of the operator, in one language. */
  label: string
  hint: string
  /** False for a field that forms leave out. Its default, if any, is sent with every request. */
  shown: boolean
  field: Field
  /** The field as the vendor's schema has it, if its limits here differ. */
  original?: Field
}

/**
 * The place of the files in an answer: the path to a file, or to a list of files. For a server, an
 * empty path means that its whole answer is the file.
 */
export type OwnServiceOutput = { path: readonly string[]; kind: Exclude<Medium, 'chat'> }

/** Decimal credits for a run, or for `per` units of the number field `times`. */
type OwnServicePrice = { credits: number; times: string | null; per: number }

/** A part of a schema that a service leaves out, and why. */
export type UnmappedSchemaPart = { at: string; code: string }

/** A service that an operator made from a vendor's schema, without its id and its state. */
export type OwnServiceSpec = {
  source: OwnServiceSource
  /** The vendor's name of the endpoint or model, or the address of a server. */
  endpoint: string
  title: string
  description: string
  fields: readonly OwnServiceField[]
  output: OwnServiceOutput
  price: OwnServicePrice
  /** US dollars at the vendor, for the same units as the price; null if unknown. */
  cost: number | null
  unmapped: readonly UnmappedSchemaPart[]
}

/** `id` names its page and its path in the API. `serviceId` is the fixed id in the API. */
export type OwnService = OwnServiceSpec & { id: string; serviceId: string }

/** The only verb of an own service. */
export const OWN_SERVICE_VERB = 'run'

const OWN_ID = /^x-[a-z0-9]{1,24}$/

/** Position of own services: after all services of the catalogue. */
const PLACE = 10_000

/** Seconds until a run times out, and seconds that a run usually takes. */
const DEADLINE = { image: 600, video: 1800, audio: 900 } as const
const EXPECTED = { image: 20, video: 120, audio: 45 } as const

/** Names of fields that contain the number of outputs. */
const COUNTS = /^(num|number_of)_(images|outputs|samples|videos|audios)$/

/**
 * Checks whether an id is that of an own service: `x-portrait`. No other page or path begins so.
 */
export function isOwnServiceId(id: string): boolean {
  return OWN_ID.test(id)
}

/** Builds the id of a new own service from a name, such as `x-fluxdev`. */
export function ownServiceId(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return `x-${letters.slice(0, 20) || 'service'}`
}

/** Turns a name such as `guidance_scale` into words: `Guidance scale`. */
export function labelFromName(name: string): string {
  const words = name.replaceAll(/[_.]+/g, ' ').trim().toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the field that decides how many outputs a run has; undefined for one output. */
export function outputCountField(fields: readonly OwnServiceField[]): OwnServiceField | undefined {
  return fields.find(({ name, field }) => field.type === 'number' && COUNTS.test(name))
}

/**
 * Returns the fields of an own service by which a price may be multiplied: whole numbers that a
 * form shows. {@link pricingFault} tells whether one can be sold as it is.
 */
export function pricedFields(fields: readonly OwnServiceField[]): string[] {
  return fields.flatMap(({ name, shown, field }) => {
    const isWhole = field.type === 'number' && field.step !== undefined && field.max > 0
    const isNumeric =
      field.type === 'choice' &&
      field.max === undefined &&
      field.options.every(option => String(option).trim() !== '' && Number(option) > 0)
    return shown && (isWhole || isNumeric) ? [name] : []
  })
}

/**
 * Returns why a price must not be multiplied by a field: a run could cost nothing, or the price
 * would not know the amount. Null if the field always has a value above zero.
 */
export function pricingFault(field: Field): 'may_be_zero' | 'may_be_missing' | null {
  if (field.type === 'number' && field.min <= 0) return 'may_be_zero'
  const hasDefault = 'default' in field && field.default !== undefined
  return hasDefault || field.required === true ? null : 'may_be_missing'
}

/**
 * Turns an own service into a declaration, so that forms, checks and prices work as for any other.
 */
export function declareOwnService(own: OwnService): Service {
  const { id, serviceId, output } = own
  return {
    id,
    path: id,
    medium: output.kind,
    place: PLACE,
    serviceId,
    actions: { [OWN_SERVICE_VERB]: actionOf(own) }
  }
}

/**
 * The actions by which results of removed own services are read, one for each kind. No form can
 * repeat them.
 */
export const OWN_OUTPUT_ACTIONS: readonly Action[] = (['image', 'video', 'audio'] as const).map(
  kind => ({
    ...actionOf({
      fields: [],
      output: { path: [], kind },
      price: { credits: 0, times: null, per: 1 }
    }),
    hidden: true
  })
)

function actionOf({
  fields,
  output: { kind },
  price
}: Pick<OwnService, 'fields' | 'output' | 'price'>): Action {
  const shown = fields.filter(each => each.shown)
  const count = outputCountField(fields)
  return {
    fields: Object.fromEntries(shown.map(({ name, field }) => [name, field])),
    price: rulesOf(price, fields),
    outputs: count === undefined ? 1 : count.shown ? { field: count.name } : numberOf(count.field),
    envelope: 'list',
    shows: { field: `${kind}_url`, as: kind },
    deadline: DEADLINE[kind],
    expected: EXPECTED[kind]
  }
}

function rulesOf(price: OwnServicePrice, fields: readonly OwnServiceField[]): PriceRule[] {
  const { credits, times, per } = price
  if (times === null) return [{ credits }]
  const uncounted = uncountedRuns(times, fields)
  return [
    ...(uncounted === null ? [] : [{ when: uncounted, credits }]),
    { credits, times: [times], per }
  ]
}

/**
 * Returns the condition of runs that leave the counted field out, or set it to zero. They cost as
 * much as `per` units. Only tools that were put on sale before such fields were refused have one.
 */
export function uncountedRuns(times: string, fields: readonly OwnServiceField[]): Condition | null {
  const counted = fields.find(({ name }) => name === times)
  if (counted !== undefined && pricingFault(counted.field) === null) return null
  return {
    any: [
      { field: times, given: false },
      { field: times, is: 0 }
    ]
  }
}

function numberOf(field: Field): number {
  return field.type === 'number' ? Math.max(1, field.default ?? 1) : 1
}

/**
 * Returns the strings of an own service by the keys of the catalogue's strings. They are the
 * operator's, the same in every language.
 */
export function ownServiceStrings({
  id,
  title,
  description,
  fields
}: Pick<OwnService, 'id' | 'title' | 'description' | 'fields'>): Record<string, string> {
  const texts = fields.flatMap(({ name, label, hint, field }) => [
    [`${id}.field.${name}`, label] as const,
    // An English hint ends with its period also on an Arabic page.
    ...(hint === '' ? [] : [[`${id}.hint.${name}`, isolateDirection(hint)] as const]),
    ...optionsOf(field).map(
      option => [`${id}.option.${name}.${option}`, labelFromName(option)] as const
    )
  ])
  return {
    [`${id}.title`]: title,
    [`${id}.line`]: description || title,
    [`${id}.about`]: description || title,
    [`${id}.description`]: description || title,
    [`${id}.action.${OWN_SERVICE_VERB}`]: title,
    ...Object.fromEntries(texts)
  }
}

/** Returns the options of a field that are names, such as `square_hd`. */
function optionsOf(field: Field): string[] {
  const options = field.type === 'choice' ? field.options : []
  return options.flatMap(each => (/^[a-z]+(_[a-z0-9]+)+$/.test(String(each)) ? [String(each)] : []))
}
