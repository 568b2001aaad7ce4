import { useMemo } from 'react'
import { OFFLINE_FAILURE } from '#client/offline.ts'
import type { ToolHandlerOptions, ToolHandlers } from '#islands/tool-acts.ts'
import { loadToolModule } from '#islands/tool-lazily.ts'

/**
 * Returns the user's actions on a tool's results. The code is loaded with the first action, which
 * then runs.
 */
export function useToolHandlers({ service, formless, tell }: ToolHandlerOptions): ToolHandlers {
  return useMemo(() => {
    const later = (work: (acts: ToolHandlers) => void): void =>
      void loadToolModule().then(
        part => work(part.createToolHandlers({ service, formless, tell })),
        () => tell(OFFLINE_FAILURE)
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
