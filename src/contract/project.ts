import { z } from '@hono/zod-openapi'
import { conversationSchema } from '#contract/conversation.ts'
import { cursorPage, isoTime, listCursor, wholeNumber } from '#contract/list.ts'
import { optionalWord } from '#contract/word.ts'

/** The colours that tell projects apart. */
export const PROJECT_COLORS = ['grey', 'red', 'orange', 'green', 'blue', 'purple', 'pink'] as const

/** The most projects of a user, with those that are archived. */
export const MOST_PROJECTS = 500

/** The longest name of a project, in characters. */
export const LONGEST_PROJECT_NAME = 80

const name = z.string().trim().min(1).max(LONGEST_PROJECT_NAME)
const colour = z.enum(PROJECT_COLORS)

/** Holds chats and items of the library together. */
export const projectSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    colour,
    /** When it was archived; null while it is in use. */
    archived_at: isoTime.nullable(),
    created_at: isoTime
  })
  .openapi('Project')

export type Project = z.infer<typeof projectSchema>

/** `archived` lists only archived projects, or only those in use; without it all are listed. */
export const projectQuery = z.object({ archived: optionalWord(['true', 'false']) })

export const newProjectSchema = z.looseObject({ name, colour: colour.default('grey') })

export type NewProject = z.output<typeof newProjectSchema>

export const changeProjectSchema = z.looseObject({
  name: name.optional(),
  colour: colour.optional(),
  archived: z.boolean().optional()
})

export type ChangeProject = z.output<typeof changeProjectSchema>

/** Ids of one call, at most 200. */
const chosen = z.array(z.string().min(1).max(64)).max(200).default([])

/**
 * Moves items of the library, and chats by their conversation's id. Each is in one project at most,
 * so it leaves the project that it was in.
 */
export const projectMoveSchema = z.looseObject({
  /** Null moves them out of their projects. */
  project_id: z.string().min(1).max(64).nullable(),
  items: chosen,
  chats: chosen
})

export type ProjectMove = z.output<typeof projectMoveSchema>

export const projectChatsQuery = z.object({
  cursor: listCursor,
  limit: wholeNumber({ least: 1, most: 100, fallback: 40 })
})

/** The chats of a project, newest first. */
export const projectChatsSchema = cursorPage(conversationSchema).openapi('ProjectChats')

export type ProjectChats = z.infer<typeof projectChatsSchema>
