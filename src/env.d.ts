declare namespace App {
  /** What the middleware has found out about a request before a page renders. */
  interface Locals {
    mount: import('#client/hub.ts').HubMount
    /** Of a page that failed: where the log tells why. */
    traceId?: string
    hub: import('#client/hub.ts').HubRequest
  }
}

declare module 'astro-i18next' {
  import type { AstroIntegration } from 'astro'
  export default function astroI18next(options?: { configPath?: string }): AstroIntegration
  export function interpolate(key: string, reference: string, namespace?: string | null): string
  export function localizePath(path: string, locale: string | null, base: string): string
}

/** What integrations have run before a page renders. */
declare module 'astro:scripts/page-ssr.js' {}

/** Set by the server that mounts the hub, by Astro's own name for it. */
interface ImportMeta {
  /** BUILD names the sources that were built. */
  readonly env: { readonly DEV: boolean; readonly PROD: boolean; readonly BUILD: string }
}
