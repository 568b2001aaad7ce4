import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { word } from '#contract/word.ts'

/** Why something shared should not be seen. */
export const REPORT_REASONS = ['illegal', 'harm', 'abuse', 'privacy', 'copyright', 'spam', 'other'] as const

export const REPORT_STATES = ['open', 'taken_down', 'dismissed'] as const

/** Of a shared conversation, by the id in its address; `text` says more. */
export const newReportSchema = z.looseObject({
  share_id: z.string().min(1).max(64),
  reason: z.enum(REPORT_REASONS),
  text: optionalText(1000)
})

export type NewReport = z.infer<typeof newReportSchema>

export const reportTakenSchema = z.object({ success: z.literal(true) }).openapi('ReportTaken')

/** For operators. */
export const reportSchema = z
  .object({
    id: z.string(),
    share_id: z.string(),
    /** What the conversation was called when it was shared; null when the link is gone. */
    title: z.string().nullable(),
    /** Whose it is; null when the link is gone. */
    owner_id: z.string().nullable(),
    owner_email: z.string().nullable(),
    /** The site whose page was reported. */
    origin: z.string(),
    reason: z.enum(REPORT_REASONS),
    text: z.string(),
    /** Null for somebody who had not signed in. */
    reporter_id: z.string().nullable(),
    state: z.enum(REPORT_STATES),
    taken_down: z.boolean(),
    settled_by: z.string().nullable(),
    settled_at: isoTime.nullable(),
    created_at: isoTime
  })
  .openapi('Report')

export type Report = z.infer<typeof reportSchema>

/** Newest first; `state` keeps those that are so. */
export const reportQuery = z.object({ ...pageQuery, id: optionalText(64), state: word(REPORT_STATES) })

/** `restore` shows again what was taken down. */
export const settleReportSchema = z.looseObject({ decision: z.enum(['take_down', 'dismiss', 'restore']) })

export type Decision = z.infer<typeof settleReportSchema>['decision']
