import { useMemo } from 'react'
import { OFFLINE } from '#client/offline.ts'
import type { ActsOptions, ToolActs } from '#islands/tool-acts.ts'
import { loadLater } from '#islands/tool-lazily.ts'

/**
 * Returns the user's actions on a tool's results. The code is loaded with the first action, which
 * then runs.
 */
export function useActs({ service, formless, tell }: ActsOptions): ToolActs {
  return useMemo(() => {
    const later = (work: (acts: ToolActs) => void): void =>
      void loadLater().then(
        part => work(part.createActs({ service, formless, tell })),
        () => tell(OFFLINE)
      )
    return {
      takeExample: (...which) => later(acts => acts.takeExample(...which)),
      takeFeatured: featured => later(acts => acts.takeFeatured(featured)),
      loadOlder: () => later(acts => acts.loadOlder()),
      forCards: {
        onFollow: (...which) => later(acts => acts.forCards.onFollow(...which)),
        onAgain: task => later(acts => acts.forCards.onAgain(task)),
        onRetry: task => later(acts => acts.forCards.onRetry(task)),
        onCancel: task => later(acts => acts.forCards.onCancel(task)),
        onRemove: task => later(acts => acts.forCards.onRemove(task))
      }
    }
  }, [service, formless, tell])
}
