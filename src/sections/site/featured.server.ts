import type { APIContext } from 'astro'
import { tryReadPlatform, type PlatformResult } from '#client/find.server.ts'
import { handlePageForm, type FormActions, type FormProblem } from '#client/page-forms.server.ts'
import type { FeaturedResult } from '#contract/featured.ts'
import { MOST_FEATURED } from '#core/featured.ts'

type FeaturedView = {
  found: PlatformResult<{ items: FeaturedResult[]; count: number }>
  failed: FormProblem | null
}

/**
 * Handles the page of a site's featured results without a script in the browser.
 * @param here the page's own address
 * @returns the view; a redirect after a change
 */
export async function handleFeaturedPage(
  context: APIContext,
  here: string
): Promise<FeaturedView | Response> {
  const { hub } = context.locals
  const path = `sites/${encodeURIComponent(hub.site.id)}/featured`
  const read = (): Promise<FeaturedView['found']> =>
    tryReadPlatform(hub, `${path}?limit=${MOST_FEATURED}`)
  const before = await read()
  const ids = before.value?.items.map(({ id }) => id) ?? []
  const move = (to: (at: number) => number): FormActions[string] => {
    return sent => ({ method: 'PUT', path, body: { ids: moved(ids, sent('id'), to) } })
  }
  const failed = await handlePageForm(
    context,
    {
      top: move(() => 0),
      up: move(at => at - 1),
      down: move(at => at + 1),
      remove: sent => ({ method: 'DELETE', path: `${path}/${encodeURIComponent(sent('id'))}` })
    },
    here
  )
  if (failed instanceof Response) return failed
  return { found: failed === null ? before : await read(), failed }
}

/** Moves an id to another place in the list. A place beyond an end means that end. */
function moved(ids: readonly string[], id: string, to: (at: number) => number): string[] {
  const others = ids.filter(each => each !== id)
  return ids.includes(id) ? others.toSpliced(Math.max(0, to(ids.indexOf(id))), 0, id) : others
}
