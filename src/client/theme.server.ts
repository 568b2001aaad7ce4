import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { isFile } from '#client/reading.server.ts'
import { isThemeChoice } from '#core/theme.ts'
import type { Site } from '#contract/site.ts'

/**
 * How a page looks: as its reader has chosen, else as its site does. A frame on another site has no cookie of its own: its
 * address says how the page around it looks. Files are the same for everybody, whatever they carry.
 * @returns null for what the reader's system prefers
 */
export function themeOf({ url, cookies }: Pick<APIContext, 'url' | 'cookies'>, site: Pick<Site, 'theme'>): HubRequest['theme'] {
  const named = url.searchParams.get('theme')
  const told = isFile(url) ? [named] : [cookies.get('THEME')?.value, named, site.theme]
  const theme = told.find(isThemeChoice) ?? 'system'
  return theme === 'system' ? null : theme
}
