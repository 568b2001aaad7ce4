import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { isSiteFile } from '#client/reading.server.ts'
import { isThemeChoice } from '#core/theme.ts'
import type { Site } from '#contract/site.ts'

/**
 * Returns the theme of a page: the reader's choice, else the site's. A page in a frame on another
 * site gets no cookie, so its address contains the theme of the page around it. For files, cookies
 * are ignored, because files are the same for everybody.
 * @returns null for the preference of the reader's system
 */
export function themeOf(
  { url, cookies }: Pick<APIContext, 'url' | 'cookies'>,
  site: Pick<Site, 'theme'>
): HubRequest['theme'] {
  const named = url.searchParams.get('theme')
  const told = isSiteFile(url) ? [named] : [cookies.get('THEME')?.value, named, site.theme]
  const theme = told.find(isThemeChoice) ?? 'system'
  return theme === 'system' ? null : theme
}
