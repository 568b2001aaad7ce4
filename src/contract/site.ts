import { z } from '@hono/zod-openapi'
import { isoTime, listSchema, optionalText, pageQuery } from '#contract/list.ts'
import { ownServiceBriefSchema } from '#contract/own-service.ts'
import { retentionSchema } from '#contract/retention.ts'
import { siteTextsSchema } from '#contract/site-texts.ts'
import { toolTermsSchema } from '#contract/tool-change.ts'
import { isMailAddress } from '#core/site-contacts.ts'
import { THEME_CHOICES } from '#core/theme.ts'
import { isWebAddress } from '#core/web-address.ts'

const logins = ['redirect', 'popup'] as const

/** The texts of a site in one language; an empty one falls back to the site's general text. */
export type SiteTexts = z.infer<typeof siteTextsSchema>

export const siteSchema = z
  .object({
    id: z.string(),
    origin: z.string(),
    title: z.string(),
    description: z.string(),
    keywords: z.array(z.string()),
    /** `{ <language>: … }`: texts that replace title, description and keywords in that language. */
    texts: z.record(z.string(), siteTextsSchema),
    /** The pattern of page titles; empty means `{page} · {site}`. */
    page_title: z.string(),
    favicon: z.string(),
    logo: z.string(),
    /** The site's accent colour, `#rrggbb`; empty for the default. */
    accent: z.string(),
    /** The theme for readers who have not chosen one. `system` follows their operating system. */
    theme: z.enum(THEME_CHOICES),
    /** User ids of the admins, visible to admins only. */
    admins: z.array(z.string()),
    /** `{ <service or chat group>: { enabled } }`, and settings that pages store for themselves. */
    features: z.record(z.string(), z.unknown()),
    /**
     * Visible to admins only, like the margin, since it shows who earns at this site, and how much.
     */
    distribution: z.object({
      force_inviter_id: z.string().nullable(),
      default_inviter_id: z.string().nullable()
    }),
    /** The place where users sign in: the login page, or a frame over the current page. */
    login: z.enum(logins),
    /** True if a date may precede its host name: `20261121.studio.example`. */
    dated: z.boolean(),
    /** The languages that it offers, its main one first; empty for all. */
    locales: z.array(z.string()),
    /** URLs of its terms and its privacy policy; empty for none. */
    terms_url: z.string(),
    privacy_url: z.string(),
    retention: retentionSchema,
    /** The share added to every price: 0.25 adds a quarter. For admins only, otherwise 0. */
    margin: z.number(),
    /** The services that operators have switched off on all sites. */
    switched_off: z.array(z.string()),
    ...toolTermsSchema.shape,
    /** The services that operators made from schemas and offer, with texts in one language. */
    own_services: z.array(ownServiceBriefSchema),
    /** Counts changes. A client sends it with a change, so that newer changes are not lost. */
    version: z.number().int(),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('Site')

export type Site = z.infer<typeof siteSchema>

/** Longest origin in characters: scheme, name and port. A name above 255 gets its own error. */
const MAX_ORIGIN = 300

export const siteQuery = z.object({ ...pageQuery, origin: optionalText(MAX_ORIGIN) })

export const initializeSiteSchema = z.looseObject({ origin: optionalText(MAX_ORIGIN) })

/** One line with at least one visible character. Empty clears the field. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(text => !/\p{Cc}/u.test(text) && (text === '' || SEEN.test(text)))

/** A visible character: not a space, a formatting mark, or a blank that counts as a letter. */
const SEEN = /[^\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

const address = z
  .string()
  .trim()
  .max(2048)
  .refine(text => text === '' || isWebAddress(text))
/** A user id, or the confirmed email address of a user. */
const somebody = z.string().trim().min(1).max(254)
const inviter = z
  .string()
  .trim()
  .max(254)
  .nullish()
  .transform(value => (value === undefined ? undefined : value || null))

/** Largest `features`, in characters of JSON. */
const MAX_FEATURES = 16_384

/**
 * A switch, on unless `enabled` is false. A non-boolean `enabled` is refused, since it would leave
 * the switch on.
 */
const feature = z.unknown().superRefine((value, context) => {
  const [wrong] = typeof value === 'object' && !Array.isArray(value) ? oddSwitches(value) : [[]]
  if (wrong !== undefined)
    context.addIssue({ code: 'invalid_type', expected: 'boolean', path: wrong, input: value })
})

/** Finds every nested `enabled` that is not a boolean. */
function oddSwitches(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = [...path, name]
    return name === 'enabled' && typeof inner !== 'boolean' ? [own] : oddSwitches(inner, own)
  })
}

/** Switches by name. Pages show URLs inside them as links and images, so they are checked. */
const features = z
  .record(z.string().min(1).max(64), feature)
  .refine(value => JSON.stringify(value).length <= MAX_FEATURES)
  .superRefine((value, context) => {
    for (const { path, text } of addressesIn(value))
      if (text !== '' && !isWebAddress(text))
        context.addIssue({ code: 'custom', path, input: value })
  })
  .refine(value => isMailAddress(mailOf(value['support'])), {
    path: ['support', 'email', 'address']
  })

/** Text of several lines. */
const lines = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^(?:\P{Cc}|[\t\r\n])*$/u)
    // Stored lines end with `\n`, whatever the client sent.
    .transform(text => text.replaceAll(/\r\n?/g, '\n'))

const words = { title: line(100), description: lines(1000), keywords: z.array(line(100)).max(50) }

/**
 * Only the given fields change. A client may send back a whole site. Switches change one by one;
 * null removes one. Empty texts and lists are values here.
 */
export const changeSiteSchema = z.looseObject({
  title: words.title.nullish(),
  description: words.description.nullish(),
  keywords: words.keywords.nullish(),
  /** Each given language changes; null removes one. */
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
  theme: z.enum(THEME_CHOICES).nullish(),
  /** Must not be empty. */
  admins: z.array(somebody).max(100).nullish(),
  features: features.nullish(),
  distribution: z.looseObject({ force_inviter_id: inviter, default_inviter_id: inviter }).nullish(),
  login: z.enum(logins).nullish(),
  dated: z.boolean().nullish(),
  locales: z.array(z.string().max(20)).max(50).nullish(),
  terms_url: address.nullish(),
  privacy_url: address.nullish(),
  /** Each given part changes; null keeps it forever. */
  retention: retentionSchema.partial().nullish(),
  margin: z.number().min(0).max(5).nullish(),
  /** Only operators may change it. */
  origin: optionalText(MAX_ORIGIN).nullish(),
  version: z.number().int().min(0).max(2_147_483_647).nullish(),
  /**
   * The values that the sender saw, by field. With them, a change of an old version is saved,
   * except for fields that somebody else changed since: these are refused.
   */
  base: z.record(z.string().max(64), z.unknown()).nullish()
})

export type ChangeSite = z.infer<typeof changeSiteSchema>

export const newSiteSchema = changeSiteSchema.extend({ origin: z.string().min(1).max(MAX_ORIGIN) })

export type NewSite = z.infer<typeof newSiteSchema>

/**
 * `first_run`: no site is set up yet, so the setup link in the log still works. `demo`: no AI
 * provider is connected, or the call came to a test host, so the results are placeholders.
 */
export const siteListSchema = listSchema(siteSchema).extend({
  first_run: z.boolean().optional(),
  demo: z.boolean().optional()
})

export type SiteList = z.infer<typeof siteListSchema>

/** `origin`: the origin of the site, typed again as confirmation. */
export const removeSiteQuery = z.object({ origin: z.string().max(MAX_ORIGIN).default('') })

/** A site's admins and inviter, and who changed which field. For its admins. */
export const siteAdminInfoSchema = z
  .object({
    people: z.array(
      z.object({
        id: z.string(),
        /**
         * Empty for a deleted account, or one that never signed in, ordered or made changes here.
         */
        nickname: z.string(),
        /** Set for admins only, and empty whenever the nickname is empty. */
        email: z.string()
      })
    ),
    edits: z.array(z.object({ field: z.string(), user_id: z.string(), at: isoTime }))
  })
  .openapi('SiteDesk')

export type SiteAdminInfo = z.infer<typeof siteAdminInfoSchema>

/** Returns the email address in a site's support contacts; empty for none. */
function mailOf(support: unknown): unknown {
  const email: unknown =
    typeof support === 'object' && support !== null ? Reflect.get(support, 'email') : undefined
  return (
    (typeof email === 'object' && email !== null ? Reflect.get(email, 'address') : undefined) ?? ''
  )
}

/** Finds every nested text whose key names a URL. */
function addressesIn(value: unknown, at: string[] = []): { path: string[]; text: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...at, name]
    return typeof inner === 'string' && /^(url|qr|href|link|src)$/i.test(name)
      ? [{ path, text: inner }]
      : addressesIn(inner, path)
  })
}
