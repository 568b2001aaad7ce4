declare namespace App {
  /** The facts about a request that the middleware finds before a page renders. */
  interface Locals {
    mount: import('#client/hub.ts').HubMount
    /** Set when a page failed. The log has the cause under this id. */
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

/** Runs the code that integrations add before a page renders. */
declare module 'astro:scripts/page-ssr.js' {}

/** Set by the server that mounts the hub, under the names that Astro uses. */
interface ImportMeta {
  /** BUILD identifies the sources that were built. */
  readonly env: { readonly DEV: boolean; readonly PROD: boolean; readonly BUILD: string }
}
