import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { optionalWord } from '#contract/word.ts'

/** Reasons to report a shared conversation. */
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

/** A report of a shared conversation, by the id in its URL. `text` adds details. */
export const newReportSchema = z.looseObject({
  share_id: z.string().min(1).max(64),
  reason: z.enum(REPORT_REASONS),
  text: optionalText(1000)
})

export type NewReport = z.infer<typeof newReportSchema>

export const reportReceivedSchema = z.object({ success: z.literal(true) }).openapi('ReportTaken')

/** A report as operators see it. */
export const reportSchema = z
  .object({
    id: z.string(),
    share_id: z.string(),
    /** The title of the conversation when it was shared; null if the link was deleted. */
    title: z.string().nullable(),
    /** The owner of the conversation; null if the link was deleted. */
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

/** `restore` makes a conversation visible again that an operator took down. */
export const settleReportSchema = z.looseObject({
  decision: z.enum(['take_down', 'dismiss', 'restore'])
})

export type ReportDecision = z.infer<typeof settleReportSchema>['decision']
