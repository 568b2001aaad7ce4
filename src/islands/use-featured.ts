import { useEffect } from 'react'
import type { FeaturedResult } from '#contract/featured.ts'
import type { ToolHandlers } from '#islands/tool-acts.ts'
import type { ResultMenuControl } from '#ui/tool/card-parts.ts'
import { useLazyModule } from '#ui/tool/use-late.ts'

type Options = {
  /** The featured or shared result that prefills the form. */
  tried?: FeaturedResult | undefined
  /** The site's id, if the reader may feature results there. */
  curated?: string | undefined
}

/**
 * Fills in the form with the result that a link requests, and loads further actions on results.
 * @param isUser false for a guest, who has no further actions
 * @returns `further`: the actions, null for a guest; `live`: true if the page must hydrate without
 * an interaction
 */
export function useFeatured(
  { tried, curated }: Options,
  acts: Pick<ToolHandlers, 'takeFeatured'>,
  isUser: boolean
): { further: ResultMenuControl | null; live: true | undefined } {
  const Menu = useLazyModule(loadMenu, isUser)?.ResultMenu
  useEffect(() => {
    if (tried !== undefined) acts.takeFeatured(tried)
  }, [tried, acts])
  const live = (tried ?? curated) !== undefined || undefined
  return { further: isUser ? { site: curated, Menu } : null, live }
}

function loadMenu(): Promise<typeof import('#islands/ResultMenu.tsx')> {
  return import('#islands/ResultMenu.tsx')
}
