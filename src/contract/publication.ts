import { z } from '@hono/zod-openapi'
import { featuredResultSchema } from '#contract/featured.ts'
import { cursorPage, listCursor, optionalText, wholeNumber } from '#contract/list.ts'
import { optionalWord } from '#contract/word.ts'

/** The kinds of results that users can publish. */
export const PUBLICATION_KINDS = ['image', 'video', 'audio'] as const

/** Decisions of admins about results for Explore, or that there is none yet. */
export const REVIEW_STATES = ['waiting', 'listed', 'refused'] as const

/** A result that its user shares by a link. It does not name the user. */
export const publicationSchema = featuredResultSchema
  .extend({
    /** Only for the user who published it; null for others. */
    task_id: z.string().nullable(),
    /**
     * `link`: shown to those who have the link. `waiting`: so too, until an admin has decided on
     * it. `listed`: on Explore. `refused` by an admin and `taken_down` by an operator: shown to
     * nobody else.
     */
    state: z.enum(['link', ...REVIEW_STATES, 'taken_down']),
    /** True if no model made it: it is a placeholder of a demo. */
    placeholder: z.boolean(),
    likes: z.number().int(),
    /** True if the caller likes it. */
    liked: z.boolean(),
    /** True if the caller published it. */
    own: z.boolean()
  })
  .openapi('Publication')

export type Publication = z.infer<typeof publicationSchema>

export const publicationPageSchema = cursorPage(publicationSchema).openapi('PublicationPage')

export type PublicationPage = z.infer<typeof publicationPageSchema>

const page = { cursor: listCursor, limit: wholeNumber({ least: 1, most: 100, fallback: 40 }) }

export const exploreQuery = z.object({
  kind: optionalWord(PUBLICATION_KINDS),
  /** The short id of the service. */
  service: optionalText(64),
  sort: optionalWord(['newest', 'liked']),
  ...page
})

export type ExploreQuery = z.output<typeof exploreQuery>

/** `task_id`: only results of this task. */
export const ownPublicationsQuery = z.object({ task_id: optionalText(64), ...page })

export type OwnPublicationsQuery = z.output<typeof ownPublicationsQuery>

export const reviewQuery = z.object({ state: optionalWord(REVIEW_STATES), ...page })

export type ReviewQuery = z.output<typeof reviewQuery>

/**
 * A succeeded task of the caller, the place of the output among its outputs, and whether Explore
 * should show it.
 */
export const newPublicationSchema = z.looseObject({
  task_id: z.string().min(1).max(64),
  output: z.number().int().min(0).max(100).default(0),
  listed: z.boolean().default(false)
})

export type NewPublication = z.infer<typeof newPublicationSchema>

export const likeSchema = z.looseObject({ liked: z.boolean() })

export const likesSchema = z
  .object({ likes: z.number().int(), liked: z.boolean() })
  .openapi('PublicationLikes')

export type Likes = z.infer<typeof likesSchema>

export const reviewSchema = z.looseObject({ state: z.enum(['listed', 'refused']) })
