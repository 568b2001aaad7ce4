import { useEffect } from 'react'
import type { FeaturedResult } from '#contract/featured.ts'
import type { ToolHandlers } from '#islands/tool-acts.ts'
import type { FeatureControl } from '#ui/tool/card-parts.ts'
import { useLazyModule } from '#ui/tool/use-late.ts'

type Options = {
  /** The featured result that prefills the form. */
  tried?: FeaturedResult | undefined
  /** The site's id, if the reader may feature results there. */
  curated?: string | undefined
}

/**
 * Fills in the form with the featured result that a link requests, and loads the button with which
 * admins feature results.
 * @returns `featuring`: null until the button has loaded, and for users who may not feature
 * results; `live`: true if the page must hydrate without an interaction
 */
export function useFeatured(
  { tried, curated }: Options,
  acts: Pick<ToolHandlers, 'takeFeatured'>
): { featuring: FeatureControl | null; live: true | undefined } {
  const part = useLazyModule(loadButton, curated !== undefined)
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
