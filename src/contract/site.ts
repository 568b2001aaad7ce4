import { z } from '@hono/zod-openapi'
import { isoTime, listOf, optionalText, pageQuery } from '#contract/list.ts'
import { isMailAddress } from '#core/site-contacts.ts'
import { THEMES } from '#core/theme.ts'
import { isWebAddress } from '#core/web-address.ts'

const logins = ['redirect', 'popup'] as const

const siteTextsSchema = z.object({ title: z.string(), description: z.string(), keywords: z.array(z.string()) })

/** What a site says of itself in one language; empty for what it says as in all others. */
export type SiteTexts = z.infer<typeof siteTextsSchema>

export const siteSchema = z
  .object({
    id: z.string(),
    origin: z.string(),
    title: z.string(),
    description: z.string(),
    keywords: z.array(z.string()),
    /** `{ <language>: … }`: what it says in that language in place of its title, description and keywords. */
    texts: z.record(z.string(), siteTextsSchema),
    /** How titles of its pages are put together, `{page} · {site}`; empty for that. */
    page_title: z.string(),
    favicon: z.string(),
    logo: z.string(),
    /** Colour of the site's own, `#rrggbb`; empty for the default. */
    accent: z.string(),
    /** How it looks to whoever has not chosen: `system` is what their system prefers. */
    theme: z.enum(THEMES),
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
    /** Languages that it offers, its own first; empty for all there are. */
    locales: z.array(z.string()),
    /** Its terms and its word on privacy: addresses, empty for none. */
    terms_url: z.string(),
    privacy_url: z.string(),
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

/** One line, of which something is seen; empty clears. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(text => !/\p{Cc}/u.test(text) && (text === '' || SEEN.test(text)))

/** What is seen: no space, no mark that only steers others, no blank that a script writes as a letter. */
const SEEN = /[^\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

const address = z
  .string()
  .trim()
  .max(2048)
  .refine(text => text === '' || isWebAddress(text))
/** A user id, or the confirmed e-mail address of somebody. */
const somebody = z.string().trim().min(1).max(254)
const inviter = z
  .string()
  .trim()
  .max(254)
  .nullish()
  .transform(value => (value === undefined ? undefined : value || null))

/** Largest `features`, in characters of JSON. */
const MAX_FEATURES = 16_384

/** A switch: on unless it says otherwise. A value that only looks like one is refused: it would leave on what was to be off. */
const feature = z.unknown().superRefine((value, context) => {
  const [wrong] = typeof value === 'object' && !Array.isArray(value) ? oddSwitches(value) : [[]]
  if (wrong !== undefined) context.addIssue({ code: 'invalid_type', expected: 'boolean', path: wrong, input: value })
})

/** Every `enabled` that is neither yes nor no, however deep. */
function oddSwitches(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = [...path, name]
    return name === 'enabled' && typeof inner !== 'boolean' ? [own] : oddSwitches(inner, own)
  })
}

/** Switches by the name of what they switch; addresses in them are shown as links and pictures. */
const features = z
  .record(z.string().min(1).max(64), feature)
  .refine(value => JSON.stringify(value).length <= MAX_FEATURES)
  .refine(value => addressesIn(value).every(text => text === '' || isWebAddress(text)))
  .refine(value => isMailAddress(mailOf(value['support'])), { path: ['support', 'email', 'address'] })

/** Several lines. */
const lines = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^(?:\P{Cc}|[\t\r\n])*$/u)
    // As browsers send lines, and as they are kept.
    .transform(text => text.replaceAll(/\r\n?/g, '\n'))

const words = { title: line(100), description: lines(1000), keywords: z.array(line(100)).max(50) }

/**
 * What is given changes, the rest stays; a whole site may be sent back. Switches change one by one, null takes one away.
 * Empty texts and lists are values of their own here.
 */
export const changeSiteSchema = z.looseObject({
  title: words.title.nullish(),
  description: words.description.nullish(),
  keywords: words.keywords.nullish(),
  /** Language by language; null takes one away. */
  texts: z.record(z.string().max(20), z.object(words).partial().nullable()).nullish(),
  page_title: line(100)
    .refine(text => text === '' || text.includes('{page}'))
    .nullish(),
  favicon: address.nullish(),
  logo: address.nullish(),
  accent: z
    .string()
    .regex(/^(?:#[0-9a-fA-F]{6})?$/)
    .toLowerCase()
    .nullish(),
  theme: z.enum(THEMES).nullish(),
  /** At least one. */
  admins: z.array(somebody).max(100).nullish(),
  features: features.nullish(),
  distribution: z.looseObject({ force_inviter_id: inviter, default_inviter_id: inviter }).nullish(),
  login: z.enum(logins).nullish(),
  dated: z.boolean().nullish(),
  locales: z.array(z.string().max(20)).max(50).nullish(),
  terms_url: address.nullish(),
  privacy_url: address.nullish(),
  margin: z.number().min(0).max(5).nullish(),
  /** By operators only. */
  origin: optionalText(MAX_ORIGIN).nullish(),
  version: z.number().int().min(0).max(2_147_483_647).nullish(),
  /**
   * What the sender read before changing it, field by field: what nobody else has changed since is saved though the
   * version moved on, and a field that somebody did change is refused by its name.
   */
  base: z.record(z.string().max(64), z.unknown()).nullish()
})

export type ChangeSite = z.infer<typeof changeSiteSchema>

export const newSiteSchema = changeSiteSchema.extend({ origin: z.string().min(1).max(MAX_ORIGIN) })

export type NewSite = z.infer<typeof newSiteSchema>

/** `first_run`: nobody has set up any site of this deployment, so that the setup link of its log still works. */
export const siteListSchema = listOf(siteSchema).extend({ first_run: z.boolean().optional() })

export type SiteList = z.infer<typeof siteListSchema>

/** `origin`: the address of the site, typed once more. */
export const removeSiteQuery = z.object({ origin: z.string().max(MAX_ORIGIN).default('') })

/** Pictures that a site has, each with a form of its own. */
export const SITE_PICTURES = ['logo', 'favicon', 'wechat'] as const
export type SitePicture = (typeof SITE_PICTURES)[number]

/** Largest picture of a site that is taken, in bytes. */
export const MAX_SITE_PICTURE = 8 * 1024 * 1024

export const sitePictureParams = z.object({ id: z.string().min(1).max(64), kind: z.enum(SITE_PICTURES) })

/** `crop`: left, top, width and height of the part that is kept, in fractions of the picture; its middle when not given. */
export const sitePictureQuery = z.object({
  crop: optionalText(100).transform((text, context) => {
    if (text === undefined) return null
    const [left = -1, top = -1, width = 0, height = 0, ...rest] = text.split(',').map(Number)
    const inside = left >= 0 && top >= 0 && width > 0 && height > 0 && left + width <= 1.001 && top + height <= 1.001
    if (inside && rest.length === 0) return { left, top, width, height }
    context.addIssue({ code: 'custom', path: [] })
    return z.NEVER
  }),
  /** The address of the picture that it is to replace, as the sender saw it; anything when not given. */
  base: z.string().max(2048).optional()
})

/** Who looks after a site, who is its people's inviter, and who changed what of it: for its admins. */
export const siteDeskSchema = z
  .object({
    people: z.array(
      z.object({
        id: z.string(),
        /** Empty for a person who is not here any more, or has never signed in at, ordered at or changed this site. */
        nickname: z.string(),
        /** Of admins only, and empty as their name is. */
        email: z.string()
      })
    ),
    edits: z.array(z.object({ field: z.string(), user_id: z.string(), at: isoTime }))
  })
  .openapi('SiteDesk')

export type SiteDesk = z.infer<typeof siteDeskSchema>

/** The address in a site's contacts by mail; empty for none. */
function mailOf(support: unknown): unknown {
  const email: unknown = typeof support === 'object' && support !== null ? Reflect.get(support, 'email') : undefined
  return (typeof email === 'object' && email !== null ? Reflect.get(email, 'address') : undefined) ?? ''
}

/** Every text that stands where an address is expected, however deep. */
function addressesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && /^(url|qr|href|link|src)$/i.test(name) ? [inner] : addressesIn(inner)
  )
}
