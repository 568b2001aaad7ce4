import type { Site } from '#contract/site.ts'
import type { LibraryItem } from '#contract/library.ts'
import { isServiceOffered } from '#core/switches.ts'
import { taskPath } from '#core/task-path.ts'
import { localizePath, type Locale } from '#i18n/locale.ts'
import { siteTools } from '#sections/shared/site-tools.ts'

type Shown = { site: Site; locale: Locale }

/**
 * Returns the address at which the tool of an item shows its task; null for an upload, and where
 * the site no longer offers the tool.
 */
export function itemAddress(
  { site, locale }: Shown,
  { service, task_id: task }: Pick<LibraryItem, 'service' | 'task_id'>
): string | null {
  const tool = siteTools(site).find(each => each.id === service && isServiceOffered(site, each.id))
  if (tool === undefined || task === null) return null
  return localizePath(taskPath(tool.id, task), locale)
}
