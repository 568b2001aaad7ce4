import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { optionalWord } from '#contract/word.ts'

/** Reasons to report shared content. */
export const REPORT_REASONS = [
  'illegal',
  'harm',
  'abuse',
  'privacy',
  'copyright',
  'spam',
  'other'
] as const

const REPORT_STATES = ['open', 'taken_down', 'dismissed'] as const

/**
 * A report of a shared conversation or of a published result, by the id in its URL: one of the two.
 * `text` adds details.
 */
export const newReportSchema = z
  .looseObject({
    share_id: optionalText(64),
    publication_id: optionalText(64),
    reason: z.enum(REPORT_REASONS),
    text: optionalText(1000)
  })
  .superRefine(({ share_id, publication_id }, context) => {
    if ((share_id === undefined) === (publication_id === undefined))
      context.addIssue({ code: 'custom', path: ['share_id'], input: share_id })
  })

export type NewReport = z.infer<typeof newReportSchema>

export const reportReceivedSchema = z.object({ success: z.literal(true) }).openapi('ReportTaken')

/** A report as operators see it. */
export const reportSchema = z
  .object({
    id: z.string(),
    /** The shared conversation; empty for a report of a published result. */
    share_id: z.string(),
    /** The published result; empty for a report of a conversation. */
    publication_id: z.string(),
    /** Its title when it was shared; null if the link was deleted. */
    title: z.string().nullable(),
    /** The owner of the shared content; null if the link was deleted. */
    owner_id: z.string().nullable(),
    owner_email: z.string().nullable(),
    /** The site whose page was reported. */
    origin: z.string(),
    reason: z.enum(REPORT_REASONS),
    text: z.string(),
    /** Null for a reader who was not signed in. */
    reporter_id: z.string().nullable(),
    state: z.enum(REPORT_STATES),
    taken_down: z.boolean(),
    settled_by: z.string().nullable(),
    settled_at: isoTime.nullable(),
    created_at: isoTime
  })
  .openapi('Report')

export type Report = z.infer<typeof reportSchema>

/** The list starts with the newest. `state` filters it. */
export const reportQuery = z.object({
  ...pageQuery,
  id: optionalText(64),
  state: optionalWord(REPORT_STATES)
})

/** `restore` makes content visible again that an operator took down. */
export const settleReportSchema = z.looseObject({
  decision: z.enum(['take_down', 'dismiss', 'restore'])
})

export type ReportDecision = z.infer<typeof settleReportSchema>['decision']
