import { z } from '@hono/zod-openapi'
import { isoTime, listSchema, wholeNumber } from '#contract/list.ts'
import { MAX_QUESTION } from '#core/chat.ts'
import { MAX_COMPARED_MODELS } from '#core/comparable.ts'

const kinds = ['chat', 'image', 'video', 'audio'] as const

/** A model as a comparison names it: `chat` or a tool, and the name of the model there. */
const comparedModel = z.object({
  service: z.string().min(1).max(64),
  /** Empty for a tool without a choice of models. */
  model: z.string().max(128)
})

export type ComparedModel = z.infer<typeof comparedModel>

/** A model, and the run that it was sent as. */
const comparedRun = comparedModel.extend({
  /** Null before it began, and for a run that was deleted with its account. */
  run_id: z.string().nullable(),
  /** The conversation of an answer. */
  conversation_id: z.string().nullable(),
  state: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']).nullable(),
  /** When the run began. */
  started_at: isoTime.nullable(),
  /** The duration of the run, and the credits that it cost; null while it runs. */
  seconds: z.number().nullable(),
  price: z.number().nullable()
})

export type ComparedRun = z.infer<typeof comparedRun>

export const comparisonSchema = z
  .object({
    id: z.string(),
    kind: z.enum(kinds),
    prompt: z.string(),
    models: z.array(comparedRun),
    /** The place of the best model in `models`; null without a vote. */
    winner: z.number().int().nullable(),
    created_at: isoTime
  })
  .openapi('Comparison')

export type SavedComparison = z.infer<typeof comparisonSchema>

export const comparisonListSchema = listSchema(comparisonSchema)

export type ComparisonList = z.infer<typeof comparisonListSchema>

export const comparisonQuery = z.object({
  limit: wholeNumber({ least: 1, most: 100, fallback: 20 }),
  offset: wholeNumber({ most: 1_000_000, fallback: 0 })
})

export type ComparisonQuery = z.infer<typeof comparisonQuery>

export const newComparisonSchema = z
  .object({
    kind: z.enum(kinds),
    prompt: z.string().trim().min(1).max(MAX_QUESTION),
    models: z
      .array(comparedModel)
      .min(2)
      .max(MAX_COMPARED_MODELS)
      .refine(isDistinct, { message: 'Each model may be named once.' })
  })
  .openapi('NewComparison')

export type NewComparison = z.infer<typeof newComparisonSchema>

const place = z
  .number()
  .int()
  .min(0)
  .max(MAX_COMPARED_MODELS - 1)

export const voteSchema = z
  .object({
    /** The place of the best model in `models`; null takes the vote back. */
    winner: place.nullable()
  })
  .openapi('Vote')

export const startedRunSchema = z
  .object({
    /** The place of the model in `models`. */
    place,
    run_id: z.string().min(1).max(64)
  })
  .openapi('StartedRun')

export type StartedRun = z.infer<typeof startedRunSchema>

function isDistinct(models: readonly ComparedModel[]): boolean {
  return new Set(models.map(({ service, model }) => `${service} ${model}`)).size === models.length
}
