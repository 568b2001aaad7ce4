import { useEffect } from 'react'
import type { Featured } from '#contract/featured.ts'
import type { ToolActs } from '#islands/tool-acts.ts'
import type { Featuring } from '#ui/tool/card-parts.ts'
import { useLate } from '#ui/tool/use-late.ts'

type Options = {
  /** The featured result with which the form begins. */
  tried?: Featured | undefined
  /** The site's id, if the reader may feature results there. */
  curated?: string | undefined
}

/**
 * Fills the form with the result that a link names, and loads the button that admins have.
 * @returns `featuring`: null for a reader who features nothing, and until it has loaded; `live`:
 *   true if the page must hydrate without an interaction
 */
export function useFeatured(
  { tried, curated }: Options,
  acts: Pick<ToolActs, 'takeFeatured'>
): { featuring: Featuring | null; live: true | undefined } {
  const part = useLate(loadButton, curated !== undefined)
  useEffect(() => {
    if (tried === undefined) return
    acts.takeFeatured(tried)
    // A reload must not replace what the user changes from here on.
    const url = new URL(location.href)
    url.searchParams.delete('try')
    history.replaceState(history.state, '', url)
  }, [tried, acts])
  const live = tried !== undefined || curated !== undefined || undefined
  if (part === null || curated === undefined) return { featuring: null, live }
  return { featuring: { Button: part.FeatureButton, site: curated }, live }
}

function loadButton(): Promise<typeof import('#islands/FeatureButton.tsx')> {
  return import('#islands/FeatureButton.tsx')
}
