import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'

export const siteSchema = z
  .object({
    id: z.string(),
    origin: z.string(),
    title: z.string(),
    description: z.string(),
    keywords: z.array(z.string()),
    favicon: z.string(),
    logo: z.string(),
    /** Colour of the site's own, `#rrggbb`; empty for the default. */
    accent: z.string(),
    admins: z.array(z.string()),
    features: z.record(z.string(), z.unknown()),
    distribution: z.object({ force_inviter_id: z.string().nullable(), default_inviter_id: z.string().nullable() }),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('Site')

export type Site = z.infer<typeof siteSchema>

export const siteQuery = z.object({ ...pageQuery, origin: optionalText(255) })

export const initializeSiteSchema = z.looseObject({ origin: optionalText(255) })
