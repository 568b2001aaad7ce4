import { pathToFileURL } from 'node:url'
import astroI18next from 'astro-i18next'
import type { Plugin } from 'vitest/config'

const ID = 'astro:scripts/page-ssr.js'

/**
 * Provides the module with strings that astro-i18next generates for each page, for tests that run
 * without Astro.
 */
export const siteStrings: Plugin = {
  name: 'polymuse:site-strings',
  resolveId: id => (id === ID ? id : null),
  load: async id => (id === ID ? injected() : null)
}

async function injected(): Promise<string> {
  const scripts: string[] = []
  const config = {
    root: pathToFileURL(`${process.cwd()}/`),
    publicDir: pathToFileURL(`${process.cwd()}/public/`),
    trailingSlash: 'ignore'
  }
  const injectScript = (_stage: string, script: string): void => void scripts.push(script)
  const setup = astroI18next().hooks['astro:config:setup'] as unknown as (
    options: object
  ) => Promise<void>
  await setup({ config, injectScript })
  return scripts.join('\n')
}
