import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { isWebAddress } from '#core/web-address.ts'

const logins = ['redirect', 'popup'] as const

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
    /** User ids, for admins only; nobody else learns who they are. */
    admins: z.array(z.string()),
    /** `{ <service or group of chat models>: { enabled } }`, and what pages keep for themselves. */
    features: z.record(z.string(), z.unknown()),
    /** For admins only, as the margin: nobody else is told who earns here, and how much. */
    distribution: z.object({ force_inviter_id: z.string().nullable(), default_inviter_id: z.string().nullable() }),
    /** How people sign in: on a page of its own, or in a frame over the page they are on. */
    login: z.enum(logins),
    /** May its name carry a date, `20261121.studio.example`? */
    dated: z.boolean(),
    /** Added to every price: 0.25 makes it a quarter dearer. For admins only, else 0. */
    margin: z.number(),
    /** What operators have switched off at every site. */
    switched_off: z.array(z.string()),
    /** Counts its changes. Sent back with a change, it keeps that from being written over another one. */
    version: z.number().int(),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('Site')

export type Site = z.infer<typeof siteSchema>

/** Longest origin: a name of 255 characters, what it may be too long by, a scheme and a port. */
export const MAX_ORIGIN = 300

export const siteQuery = z.object({ ...pageQuery, origin: optionalText(MAX_ORIGIN) })

export const initializeSiteSchema = z.looseObject({ origin: optionalText(MAX_ORIGIN) })

/** One line; null is not given. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u)

const address = z
  .string()
  .trim()
  .max(2048)
  .refine(text => text === '' || isWebAddress(text))
const userId = z.string().min(1).max(64)
const inviter = z
  .string()
  .max(64)
  .nullish()
  .transform(value => (value === undefined ? undefined : value || null))

/** Largest `features`, in characters of JSON. */
const MAX_FEATURES = 16_384

/** A switch: on unless it says otherwise. A value that only looks like one is refused: it would leave on what was to be off. */
const feature = z.unknown().superRefine((value, context) => {
  const wrong = (path: string[]) => context.addIssue({ code: 'invalid_type', expected: 'boolean', path, input: value })
  if (typeof value === 'boolean') return wrong([])
  const enabled: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'enabled') : undefined
  if (enabled !== undefined && typeof enabled !== 'boolean') wrong(['enabled'])
})

/** Switches by the name of what they switch; addresses in them are shown as links and pictures. */
const features = z
  .record(z.string().min(1).max(64), feature)
  .refine(value => JSON.stringify(value).length <= MAX_FEATURES)
  .refine(value => addressesIn(value).every(text => text === '' || isWebAddress(text)))

/**
 * What is given changes, the rest stays; a whole site may be sent back. Switches change one by one, null takes one away.
 * Empty texts and lists are values of their own here.
 */
export const changeSiteSchema = z.looseObject({
  title: line(100).nullish(),
  description: z
    .string()
    .trim()
    .max(1000)
    .regex(/^(?:\P{Cc}|[\t\r\n])*$/u)
    .nullish(),
  keywords: z.array(line(100)).max(50).nullish(),
  favicon: address.nullish(),
  logo: address.nullish(),
  accent: z
    .string()
    .regex(/^(?:#[0-9a-fA-F]{6})?$/)
    .nullish(),
  admins: z.array(userId).min(1).max(100).nullish(),
  features: features.nullish(),
  distribution: z.looseObject({ force_inviter_id: inviter, default_inviter_id: inviter }).nullish(),
  login: z.enum(logins).nullish(),
  dated: z.boolean().nullish(),
  margin: z.number().min(0).max(5).nullish(),
  /** By operators only. */
  origin: optionalText(MAX_ORIGIN).nullish(),
  version: z.number().int().min(0).max(2_147_483_647).nullish()
})

export type ChangeSite = z.infer<typeof changeSiteSchema>

export const newSiteSchema = changeSiteSchema.extend({ origin: z.string().min(1).max(MAX_ORIGIN) })

export type NewSite = z.infer<typeof newSiteSchema>

/** Every text that stands where an address is expected, however deep. */
function addressesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && /^(url|qr|href|link|src)$/i.test(name) ? [inner] : addressesIn(inner)
  )
}
