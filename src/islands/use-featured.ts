import { useEffect } from 'react'
import type { Featured } from '#contract/featured.ts'
import type { ToolActs } from '#islands/tool-acts.ts'
import type { Featuring } from '#ui/tool/card-parts.ts'
import { useLate } from '#ui/tool/use-late.ts'

type Options = {
  /** The featured result with which the form begins. */
  tried: Featured | undefined
  /** The site's id, if the reader may feature results there. */
  curated: string | undefined
  acts: Pick<ToolActs, 'takeFeatured'>
}

/**
 * Fills the form with the result that a link names, and loads the button that admins have.
 * @returns null for a reader who features nothing, and until it has loaded
 */
export function useFeatured({ tried, curated, acts }: Options): Featuring | null {
  const part = useLate(loadButton, curated !== undefined)
  useEffect(() => {
    if (tried === undefined) return
    acts.takeFeatured(tried)
    // A reload must not replace what the user changes from here on.
    const url = new URL(location.href)
    url.searchParams.delete('try')
    history.replaceState(history.state, '', url)
  }, [tried, acts])
  return part === null || curated === undefined
    ? null
    : { Button: part.FeatureButton, site: curated }
}

function loadButton(): Promise<typeof import('#islands/FeatureButton.tsx')> {
  return import('#islands/FeatureButton.tsx')
}
