import { z } from '@hono/zod-openapi'
import { optionalText } from '#contract/list.ts'

/** The images of a site. Each is uploaded with its own form. */
const SITE_PICTURES = ['logo', 'favicon', 'wechat'] as const
export type SitePictureKind = (typeof SITE_PICTURES)[number]

/** Largest site image that is accepted, in bytes. */
export const MAX_SITE_PICTURE = 8 * 1024 * 1024

export const sitePictureParams = z.object({
  id: z.string().min(1).max(64),
  kind: z.enum(SITE_PICTURES)
})

/** `crop`: left, top, width, height of the part to keep, as fractions. Default: the middle. */
export const sitePictureQuery = z.object({
  crop: optionalText(100).transform((text, context) => {
    if (text === undefined) return null
    const [left = -1, top = -1, width = 0, height = 0, ...rest] = text.split(',').map(Number)
    const inside =
      left >= 0 &&
      top >= 0 &&
      width > 0 &&
      height > 0 &&
      left + width <= 1.001 &&
      top + height <= 1.001
    if (inside && rest.length === 0) return { left, top, width, height }
    context.addIssue({ code: 'custom', path: [] })
    return z.NEVER
  }),
  /** The URL of the image to replace, as the sender saw it. If absent, any image is replaced. */
  base: z.string().max(2048).optional()
})
