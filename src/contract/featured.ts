import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { MOST_FEATURED } from '#core/featured.ts'

/** A result that a site shows beside its tools. Nothing in it identifies the user who made it. */
export const featuredResultSchema = z
  .object({
    id: z.string(),
    /** The service that made it, by its short id: `flux`. */
    service: z.string(),
    /** The action that makes it again; null if it continues an earlier result. */
    action: z.string().nullable(),
    /** The request that makes it again, without its files. */
    settings: z.record(z.string(), z.unknown()),
    prompt: z.string(),
    /** The title of a song; empty for other results. */
    title: z.string(),
    kind: z.enum(['image', 'video', 'audio']),
    /** For an image, `?w=320`, `640` or `1280` returns a smaller one. */
    url: z.string(),
    /** An image of a video or song; null if there is none. */
    poster: z.string().nullable(),
    /** Pixels. For a video or song, these give only its aspect ratio. */
    width: z.number().int(),
    height: z.number().int(),
    model: z.string().nullable(),
    /** The service that did the work instead; null for the service itself. */
    substitute: z.string().nullable(),
    /** Only for admins of the site; null for others. */
    task_id: z.string().nullable(),
    /** Its place among the outputs of its task, from 0. */
    output: z.number().int(),
    created_at: isoTime
  })
  .openapi('FeaturedResult')

export type FeaturedResult = z.infer<typeof featuredResultSchema>

export const featuredQuery = z.object({ ...pageQuery, service: optionalText(64) })

/** A succeeded task of the caller, and the place of the output among its outputs. */
export const newFeaturedResultSchema = z.looseObject({
  task_id: z.string().min(1).max(64),
  output: z.number().int().min(0).max(100).default(0)
})

export type NewFeaturedResult = z.infer<typeof newFeaturedResultSchema>

/**
 * The ids of featured results, first to last. Results that are not in this list come after them.
 */
export const featuredOrderSchema = z.looseObject({
  ids: z.array(z.string().min(1).max(64)).max(MOST_FEATURED)
})
