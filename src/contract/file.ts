import { z } from '@hono/zod-openapi'
import { pageQuery } from '#contract/list.ts'

/** The widths, in pixels, in which a picture can be had smaller. */
export const THUMBNAIL_WIDTHS = [320, 640, 1280] as const

/** What an upload answers with. */
export const uploadedFileSchema = z
  .object({
    id: z.string(),
    /** Opens the file for whoever holds it. */
    file_url: z.url(),
    name: z.string(),
    /** Media type, told by the bytes themselves. */
    type: z.string(),
    /** Bytes. */
    size: z.number().int()
  })
  .openapi('UploadedFile')

export type UploadedFile = z.infer<typeof uploadedFileSchema>

/** A kept file as its owner's list shows it. */
export const fileSchema = uploadedFileSchema
  .extend({
    purpose: z.enum(['upload', 'output']),
    /** The task that made it. */
    task_id: z.string().nullable(),
    /** Unix seconds. */
    created_at: z.number()
  })
  .openapi('File')

export type KeptFile = z.infer<typeof fileSchema>

export const fileListQuery = z.object(pageQuery)

/** How a file is asked for: as it is, or as a picture of one of the widths. */
export const fileQuery = z.object({
  w: z.enum(['', ...THUMBNAIL_WIDTHS.map(String)]).optional(),
  /** Anything but an empty text has it kept, not shown. */
  download: z.string().max(16).optional()
})

/** What may be uploaded, told before anything is sent. In bytes. */
export const uploadLimitsSchema = z.object({ max_size: z.number().int() }).openapi('UploadLimits')

/** How far a resumable upload has come. In bytes; `file` once it is all there. */
export const resumableUploadSchema = z
  .object({ id: z.string(), offset: z.number().int(), length: z.number().int(), file: z.union([uploadedFileSchema, z.null()]) })
  .openapi('ResumableUpload')

export type ResumableUpload = z.infer<typeof resumableUploadSchema>
