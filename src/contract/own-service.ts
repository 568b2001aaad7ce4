import { z } from '@hono/zod-openapi'
import { isoTime, listSchema, optionalText } from '#contract/list.ts'
import { MAX_SCHEMA } from '#core/call-limits.ts'
import { OWN_SERVICE_SOURCES } from '#core/own-service.ts'

/** One line without invisible characters. It is shown as plain text. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(text => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text))

const number = z.number().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
const option = z.union([z.string().min(1).max(100), number])

const common = { required: z.literal(true).optional(), more: z.literal(true).optional() }

const textField = z.strictObject({
  ...common,
  type: z.literal('text'),
  max: z.number().int().min(1).max(10_000),
  lines: z.number().int().min(1).max(20).optional(),
  default: z.string().max(10_000).optional()
})

const choiceField = z
  .strictObject({
    ...common,
    type: z.literal('choice'),
    options: z.array(option).min(1).max(100),
    default: option.optional(),
    max: z.number().int().min(1).max(100).optional(),
    look: z.literal('ratio').optional()
  })
  .refine(({ options }) => new Set(options.map(each => typeof each)).size === 1)
  .refine(({ options }) => new Set(options).size === options.length)
  .refine(({ options, default: own }) => own === undefined || options.includes(own))

const numberField = z
  .strictObject({
    ...common,
    type: z.literal('number'),
    min: number,
    max: number,
    step: number.positive().optional(),
    default: number.optional(),
    unit: z.literal('seconds').optional()
  })
  .refine(({ min, max }) => min <= max)
  .refine(({ min, max, default: own = min }) => own >= min && own <= max)

const switchField = z.strictObject({
  ...common,
  type: z.literal('switch'),
  default: z.boolean()
})

/** `media` is audio, or a video whose sound counts. */
const accept = z.enum(['image', 'audio', 'video', 'media'])

const fileField = z.strictObject({
  ...common,
  type: z.literal('file'),
  accept,
  max: z.number().int().min(1).max(20),
  list: z.literal(true).optional(),
  bytes: z.number().int().min(1).max(100_000_000),
  masks: z.string().min(1).max(100).optional(),
  marks: z.enum(['white', 'black', 'transparent']).optional()
})

const ownField = z.discriminatedUnion('type', [
  textField,
  choiceField,
  numberField,
  switchField,
  fileField
])

const fieldName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/i)
  .refine(name => !(name in Object.prototype))

const ownFieldSchema = z.strictObject({
  /** The name of the field, which is the same at the vendor and in our API. */
  name: fieldName,
  label: line(60).min(1),
  hint: line(240),
  /** False for a field that forms leave out. Its default is then sent with every request. */
  shown: z.boolean(),
  field: ownField,
  /** The field as the vendor's schema has it, if its limits here differ. */
  original: ownField.optional()
})

/** Credits for a run, or for `per` units of the field `times`. */
const priceSchema = z.object({
  credits: z.number().min(0).max(1_000_000).multipleOf(0.000_001),
  times: fieldName.nullable(),
  per: z.number().min(0.001).max(10_000)
})

const kind = z.enum(['image', 'video', 'audio'])

const unmappedSchema = z.object({ at: line(120), code: z.string().regex(/^[a-z_]{1,30}$/) })

/** An own service without its id and its state, as its file has it. */
export const ownServiceSpecSchema = z.object({
  source: z.enum(OWN_SERVICE_SOURCES),
  endpoint: z.string().min(1).max(300),
  title: line(60).min(1),
  description: line(300),
  fields: z.array(ownFieldSchema).min(1).max(120),
  output: z.object({
    path: z.array(fieldName).max(3),
    kind
  }),
  price: priceSchema,
  /** US dollars at the vendor for the same units as the price; null if unknown. */
  cost: z.number().min(0).max(10_000).nullable(),
  /** Parts of the vendor's schema that the service leaves out. */
  unmapped: z.array(unmappedSchema).max(400)
})

/** The value that marks a file as an own service. */
export const OWN_SERVICE_FILE_MARK = 'polymuse-service'

/** An own service as operators see it. */
export const operatedServiceSchema = ownServiceSpecSchema
  .extend({
    /** The name of its page and of its API path, such as `x-portrait`. */
    id: z.string(),
    service_id: z.string(),
    enabled: z.boolean(),
    /** True if an API key of its own server is stored. The key itself is never shown. */
    has_key: z.boolean(),
    /**
     * The share of the price that is left after the cost, below zero for a loss; null while the
     * cost is unknown or no credits are sold.
     */
    margin: z.number().nullable(),
    /** The vendors that would run it now. */
    by: z.array(z.string()),
    version: z.number().int(),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('OperatedService')

export type OperatedService = z.infer<typeof operatedServiceSchema>

export const operatedServicesSchema = listSchema(operatedServiceSchema)

/**
 * A schema by its address or as text: a document of the vendor, or the file of an own service.
 */
export const newOwnServiceSchema = z.looseObject({
  /**
   * An endpoint of fal such as `fal-ai/flux/dev`, a model of Replicate such as `owner/name` or its
   * page, or the URL of a document.
   */
  address: optionalText(2048),
  schema: optionalText(MAX_SCHEMA),
  /** The vendor's name of the model, for documents that do not contain it. */
  endpoint: optionalText(300)
})

export type NewOwnService = z.infer<typeof newOwnServiceSchema>

/** Corrects a field, within the limits of the vendor's schema. */
const changeFieldSchema = z.strictObject({
  name: fieldName,
  label: line(60).optional(),
  hint: line(240).optional(),
  shown: z.boolean().optional(),
  more: z.boolean().optional(),
  required: z.boolean().optional(),
  /** The lowest and the highest value of a number. */
  min: number.optional(),
  max: number.optional(),
  /** The kind of a file. */
  accept: accept.optional(),
  /** Null removes the default. */
  default: z
    .union([z.string().max(10_000), number, z.boolean()])
    .nullable()
    .optional()
})

/** Only the given parts change. */
export const changeOwnServiceSchema = z.looseObject({
  title: line(60).min(1).optional(),
  description: line(300).optional(),
  /** Changes fields by their names; the others stay. */
  fields: z.array(changeFieldSchema).max(120).optional(),
  /** Corrects the kind of the results, for a schema that does not say it. */
  output: z.strictObject({ kind }).optional(),
  price: priceSchema.optional(),
  cost: z.number().min(0).max(10_000).nullable().optional(),
  /** Confirms that a tool on sale has a price below its cost. */
  below_cost: z.boolean().optional(),
  enabled: z.boolean().optional(),
  /** The API key of its own server; null removes it. Only for servers of an OpenAPI document. */
  key: z.string().trim().min(1).max(500).nullable().optional()
})

export type ChangeOwnService = z.infer<typeof changeOwnServiceSchema>

/** An own service in the lists of a site. */
export const ownServiceBriefSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  medium: kind
})

/** An own service as its page shows it: its declaration, and its texts by the keys of strings. */
export const ownServicePageSchema = z.object({
  service: z.record(z.string(), z.unknown()),
  strings: z.record(z.string(), z.string())
})
