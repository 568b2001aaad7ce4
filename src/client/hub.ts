import type { Site } from '#contract/site.ts'
import type { Session } from '#contract/token.ts'
import type { Currency } from '#core/currency.ts'
import { mayGuestsAsk } from '#core/switches.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Strings, Translate } from '#i18n/translate.ts'

/** Where the four parts are for this page: absolute origins without a trailing slash. */
export type Hosts = { hub: string; platform: string; auth: string; api: string }

/** The injected way from the hub's server to the other parts: in-process when mounted together. */
export type ServerFetch = (part: keyof Hosts, path: string, init?: RequestInit) => Promise<Response>

/** What the server that mounts the hub gives with each request: `Astro.locals.mount`. */
export type HubMount = {
  origin: string
  hosts: Hosts
  test: boolean
  fetch: ServerFetch
  /** Writes a failure of a page into the log. @returns its trace id */
  report(error: unknown): string
  /** Encrypts what a cookie carries from one page to the next. */
  seal(text: string): string
  /** Opens what `seal` made. Throws for anything else. */
  open(box: string): string
}

/** What the middleware found out about a request before its page renders: `Astro.locals.hub`. */
export type HubRequest = {
  locale: Locale
  dir: 'ltr' | 'rtl'
  /** As the reader has chosen, else as the site does. Null: as the system prefers. */
  theme: 'dark' | 'light' | null
  /** What prices are shown in: as chosen, else the language's. */
  currency: Currency
  /** The page's own path without a locale. */
  path: string
  /** The whole public address, as the person sees it. */
  url: URL
  /** The origin that stands for this site; what goes into `site=` and credentials. */
  origin: string
  site: Site
  /** Has nobody set this site up yet? Its brand is the default one then. */
  waiting: boolean
  hosts: Hosts
  /** Does this page run against the test hosts? */
  test: boolean
  session: Session | null
  fetch: ServerFetch
  t: Translate
  /** The strings of some groups, for an island: `strings('chat', 'problem')`. */
  strings(...groups: string[]): Strings
}

/** The part of it that islands get as a prop: plain data, the same on server and client. */
export type HubInfo = Pick<HubRequest, 'locale' | 'dir' | 'origin' | 'hosts' | 'test'> & {
  user: Session['user'] | null
  /** May they ask once without signing in? */
  guest: boolean
}

export function hubInfo(hub: HubRequest): HubInfo {
  const { locale, dir, origin, hosts, test, session, site } = hub
  return { locale, dir, origin, hosts, test, user: session?.user ?? null, guest: session === null && mayGuestsAsk(site) }
}
