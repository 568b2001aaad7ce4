import { useMemo } from 'react'
import type { TaskList } from '#stores/shelf.ts'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { Details } from '#ui/viewer/Details.tsx'
import { findSourceImage, listViews } from '#ui/viewer/view-list.ts'
import { ViewerFrame } from '#ui/viewer/ViewerFrame.tsx'

export type ViewerProps = {
  /** The result to show first, as in `data-view`. */
  start: string
  shelf: TaskList
  parts: CardParts
  /** Loads older results. */
  onMore(): void
  /** @param last the result that was shown last */
  onClose(last: string): void
}

/** Shows a tool's results one by one in the whole window, with everything about each. */
export function Viewer({ start, shelf, parts, onMore, onClose }: ViewerProps) {
  const { service, locale, t } = parts
  const views = useMemo(() => listViews(shelf.items, service), [shelf.items, service])
  return (
    <ViewerFrame
      {...{ start, views, onClose, locale, t }}
      sourceOf={findSourceImage}
      onEnd={() => shelf.rest === 'more' && onMore()}
    >
      {(view, { show, close }) => <Details {...{ view, views, show, parts }} onLeave={close} />}
    </ViewerFrame>
  )
}
