import type { HubRequest } from '#client/hub.ts'
import { tryReadPlatform, type PlatformResult } from '#client/find.server.ts'
import { PUBLICATION_KINDS, type Publication, type PublicationPage } from '#contract/publication.ts'
import type { Problem } from '#core/problem.ts'
import { localizePath } from '#i18n/locale.ts'

/** The results on a page of Explore. */
const PAGE_SIZE = 40

/** The filters and the place in the list of a page of Explore. Empty where nothing is chosen. */
export type ExploreView = { kind: string; sort: string; cursor: string }

/** Reads what to show from an address, which anybody may have written. */
export function readExploreView({ searchParams }: URL): ExploreView {
  const kind = PUBLICATION_KINDS.find(each => each === searchParams.get('kind')) ?? ''
  const sort = searchParams.get('sort') === 'liked' ? 'liked' : ''
  return { kind, sort, cursor: searchParams.get('cursor') ?? '' }
}

/** Returns the address of Explore. */
export function exploreAddress(
  { locale }: Pick<HubRequest, 'locale'>,
  view: Partial<ExploreView> = {}
): string {
  const chosen = Object.entries(view).filter(([, value]) => value !== '')
  const query = chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`
  return localizePath('/explore', locale) + query
}

/** Returns the address of a shared result. */
export function publicationAddress({ locale }: Pick<HubRequest, 'locale'>, id: string): string {
  return localizePath(`/explore/${encodeURIComponent(id)}`, locale)
}

/** Returns the address of the page on which users share one of their results. */
export function shareResultAddress(
  { locale }: Pick<HubRequest, 'locale'>,
  task: string,
  output: number
): string {
  const query = new URLSearchParams({ task, output: String(output) })
  return `${localizePath('/share/result', locale)}?${query}`
}

/** Loads a page of what the users of this site show. */
export function loadExplore(
  hub: HubRequest,
  { kind, sort, cursor }: ExploreView
): Promise<PlatformResult<PublicationPage>> {
  const query = new URLSearchParams({ kind, sort, cursor, limit: String(PAGE_SIZE) })
  return tryReadPlatform<PublicationPage>(hub, `publications?${query}`)
}

/** Loads a shared result by the id in a page's address. */
export function loadPublication(hub: HubRequest, id: string): Promise<PlatformResult<Publication>> {
  return tryReadPlatform<Publication>(hub, `publications/${encodeURIComponent(id)}`)
}

/** Explains why a result cannot be shared; null for a problem that says so itself. */
export function shareProblemText(
  { t }: Pick<HubRequest, 't'>,
  { code, issues }: Problem
): string | null {
  const issue = issues[0]?.code
  if (issue === 'sandbox') return t('explore.share.sandbox')
  if (issue === 'taken_down') return t('explore.state.taken_down')
  const isGone = code === 'not_found' || issue === 'not_allowed' || issue === 'not_ready'
  return isGone ? t('explore.share.none') : null
}
