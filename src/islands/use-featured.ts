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
    if (tried !== undefined) acts.takeFeatured(tried)
  }, [tried, acts])
  const live = (tried ?? curated) !== undefined || undefined
  const Button = part?.FeatureButton
  return { featuring: Button && curated ? { Button, site: curated } : null, live }
}

function loadButton(): Promise<typeof import('#islands/FeatureButton.tsx')> {
  return import('#islands/FeatureButton.tsx')
}
