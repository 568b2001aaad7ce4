import type { Site } from '#contract/site.ts'
import type { Session } from '#contract/token.ts'
import type { Currency } from '#core/currency.ts'
import { mayGuestsAsk } from '#core/switches.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Strings, Translate } from '#i18n/translate.ts'

const DAY = 86_400_000

/** The absolute origins of the four parts for this page, without a trailing slash. */
export type Hosts = { hub: string; platform: string; auth: string; api: string }

/**
 * Sends a request from the hub's server to another part, in-process when they are mounted together.
 */
export type ServerFetch = (part: keyof Hosts, path: string, init?: RequestInit) => Promise<Response>

/** The context that the mounting server provides with each request: `Astro.locals.mount`. */
export type HubMount = {
  origin: string
  hosts: Hosts
  test: boolean
  /**
   * Differs after every change of what public pages show. It is part of the keys of caches of such
   * pages.
   */
  version: string
  fetch: ServerFetch
  /** By name of an island, the scripts that the browser must load before the island works. */
  islandFiles: Readonly<Record<string, readonly string[]>>
  /**
   * Logs a failure of a page.
   * @returns its trace id
   */
  report(error: unknown): string
  /** Encrypts a text that a cookie carries from one page to the next. */
  seal(text: string): string
  /**
   * Decrypts the output of `seal`.
   * @throws Error for anything else
   */
  open(box: string): string
}

/** The context that the middleware adds before a page renders: `Astro.locals.hub`. */
export type HubRequest = {
  locale: Locale
  dir: 'ltr' | 'rtl'
  /** The theme that the reader, or else the site, has chosen; null for the system's preference. */
  theme: 'dark' | 'light' | null
  /** The currency of prices: the reader's choice, or that of the language. */
  currency: Currency
  /** The page's path without a locale. */
  path: string
  /** The full public URL, as the reader sees it. */
  url: URL
  /** The origin that identifies this site. It goes into `site=` and into credentials. */
  origin: string
  site: Site
  /** True if nobody has set this site up yet. It then has the default brand. */
  waiting: boolean
  /** True if the results are placeholders: no AI provider is connected, or this is a test host. */
  demo: boolean
  hosts: Hosts
  /** True if this page uses the test hosts. */
  test: boolean
  session: Session | null
  /** The `version` of {@link HubMount}. */
  version: string
  /** The props that the page's islands share, see `page-props.ts`. */
  props?: object
  fetch: ServerFetch
  t: Translate
  /** Returns the strings of some groups, for an island: `strings('chat', 'problem')`. */
  strings(...groups: string[]): Strings
}

/**
 * The part of {@link HubRequest} that islands get as a prop: plain data, the same on server and
 * client.
 */
export type HubInfo = Pick<HubRequest, 'locale' | 'dir' | 'origin' | 'hosts' | 'test'> & {
  user: Session['user'] | null
  /** True if the reader may ask once without signing in. */
  guest: boolean
  /** The props that all islands share. Only the hub that the page contains as JSON has them. */
  props?: object | undefined
}

/**
 * Returns the time that islands use as the current time until they hydrate, in unix milliseconds.
 * Guests get the beginning of the day (UTC), so that their page is the same for all of them.
 */
export function pageTime({ session }: Pick<HubRequest, 'session'>): number {
  const now = Date.now()
  return session === null ? now - (now % DAY) : now
}

export function hubInfo(hub: HubRequest): HubInfo {
  const { locale, dir, origin, hosts, test, session, site } = hub
  return {
    locale,
    dir,
    origin,
    hosts,
    test,
    user: session?.user ?? null,
    guest: session === null && mayGuestsAsk(site)
  }
}
