import { z } from '@hono/zod-openapi'
import { pageQuery } from '#contract/list.ts'

/** The widths of thumbnails, in pixels. The smallest one shows until a larger one has loaded. */
export const THUMBNAIL_WIDTHS = [24, 320, 640, 1280] as const

/** The response to an upload. */
export const uploadedFileSchema = z
  .object({
    id: z.string(),
    /** Anybody who has this URL can open the file. */
    file_url: z.url(),
    name: z.string(),
    /** Media type, detected from the bytes. */
    type: z.string(),
    /** Bytes. */
    size: z.number().int()
  })
  .openapi('UploadedFile')

export type UploadedFile = z.infer<typeof uploadedFileSchema>

/** A stored file as its owner's list shows it. */
export const storedFileSchema = uploadedFileSchema
  .extend({
    purpose: z.enum(['upload', 'output']),
    /** The task that made it; null for an upload. */
    task_id: z.string().nullable(),
    /** Unix seconds. */
    created_at: z.number()
  })
  .openapi('File')

export type StoredFile = z.infer<typeof storedFileSchema>

export const fileListQuery = z.object(pageQuery)

/**
 * The query of a file request. `w` requests a thumbnail of one of the widths; otherwise the file is
 * returned unchanged.
 */
export const fileQuery = z.object({
  w: z.enum(['', ...THUMBNAIL_WIDTHS.map(String)]).optional(),
  /** If not empty, browsers save the file instead of showing it. */
  download: z.string().max(16).optional(),
  /** The name under which a media file is saved. Its ending follows from its bytes. */
  name: z.string().max(200).optional()
})

/** The limits that a client checks before an upload. In bytes. */
export const uploadLimitsSchema = z.object({ max_size: z.number().int() }).openapi('UploadLimits')

/** The progress of a resumable upload, in bytes. `file` is set once the upload is complete. */
export const resumableUploadSchema = z
  .object({
    id: z.string(),
    offset: z.number().int(),
    length: z.number().int(),
    file: z.union([uploadedFileSchema, z.null()])
  })
  .openapi('ResumableUpload')

export type ResumableUpload = z.infer<typeof resumableUploadSchema>
