import { z } from '@hono/zod-openapi'
import { cursorPage, isoTime, listCursor, optionalText, wholeNumber } from '#contract/list.ts'
import { optionalWord } from '#contract/word.ts'
import { MOST_STARS } from '#core/rating.ts'

/** The kinds of items: results by their medium, where `other` is text, and uploaded files. */
export const LIBRARY_KINDS = ['image', 'video', 'audio', 'other', 'upload'] as const

/** The first parts of media types by which files are found. */
export const LIBRARY_MEDIA = ['image', 'video', 'audio', 'text', 'application'] as const

/** The most items that one call deletes, downloads or rates. */
const MOST_CHOSEN = 200

/** Something that the user made with a tool, or uploaded. */
const libraryItemSchema = z
  .object({
    id: z.string(),
    kind: z.enum(LIBRARY_KINDS),
    /** The service that made it, by its short id: `flux`. Null for an upload. */
    service: z.string().nullable(),
    /** Null for an upload, and where a service has only one model. */
    model: z.string().nullable(),
    /** The words that it was made from; for an upload, the name of the file. */
    prompt: z.string(),
    /** The title of a song; empty for other items. */
    title: z.string(),
    /** The beginning of a text; empty for an item with a file. */
    text: z.string(),
    favourite: z.boolean(),
    /** Stars that the user gave it, from 1 to 5; 0 for none. */
    rating: z.number().int(),
    /** Anybody who has this URL can open the file. Null for a text. */
    url: z.string().nullable(),
    /** Media type, detected from the bytes. Null for a text. */
    type: z.string().nullable(),
    /** An image of a video or song; null if there is none. */
    poster: z.string().nullable(),
    /** The task that made it; null for an upload. */
    task_id: z.string().nullable(),
    created_at: isoTime
  })
  .openapi('LibraryItem')

export type LibraryItem = z.infer<typeof libraryItemSchema>

export const libraryPageSchema = cursorPage(libraryItemSchema).openapi('LibraryPage')

export type LibraryPage = z.infer<typeof libraryPageSchema>

/**
 * The items from which an item was made, and one item of each task that used it. Both lists have the
 * newest first, and at most 12 items. Deleted items are not listed.
 */
export const libraryLineageSchema = z
  .object({ parents: z.array(libraryItemSchema), children: z.array(libraryItemSchema) })
  .openapi('LibraryLineage')

export type LibraryLineage = z.infer<typeof libraryLineageSchema>

/** A whole day of UTC, such as `2026-11-22`. Empty means not given. */
const day = z
  .union([z.literal(''), z.iso.date()])
  .optional()
  .transform(value => (value === '' ? undefined : value))

export const libraryQuery = z.object({
  kind: optionalWord(LIBRARY_KINDS),
  /** The first part of the media type of the item's file. */
  media: optionalWord(LIBRARY_MEDIA),
  /** The short id of the service. */
  service: optionalText(64),
  model: optionalText(100),
  /** The first and the last day, both included. */
  from: day,
  to: day,
  /** `true` for favourites only. */
  favourite: optionalWord(['true', 'false']),
  /** Only items with at least this many stars; 0 for all. */
  rating: wholeNumber({ most: MOST_STARS, fallback: 0 }),
  /** Words of the prompt, the title or the beginning of a text, in any case. */
  search: optionalText(200),
  /** `rating` begins with the most stars, and lists items with equally many by time, newest first. */
  sort: optionalWord(['newest', 'oldest', 'rating']),
  /** The id of a project of the user. */
  project: optionalText(64),
  /** The id of the task that made the items. */
  task: optionalText(64),
  cursor: listCursor,
  limit: wholeNumber({ least: 1, most: 100, fallback: 60 })
})

export type LibraryQuery = z.output<typeof libraryQuery>

export const favoriteMarkSchema = z.looseObject({ favourite: z.boolean() })

/** The items that a call deletes or downloads. */
export const librarySelectionSchema = z.looseObject({
  ids: z.array(z.string().min(1).max(64)).min(1).max(MOST_CHOSEN)
})

/** The items that a call rates, and their stars; 0 removes the rating. */
export const libraryRatingSchema = librarySelectionSchema.extend({
  rating: z.number().int().min(0).max(MOST_STARS)
})
