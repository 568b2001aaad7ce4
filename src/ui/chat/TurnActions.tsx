import { use } from 'react'
import { TurnToolsContext, type TurnToolsProps } from '#ui/chat/turn-tools.ts'

/**
 * Shows a turn's tools once they have loaded. They are visible on hover and focus, and always under
 * the last answer and on touch screens.
 */
export function TurnActions({
  shown,
  end = '',
  ...props
}: TurnToolsProps & { shown: boolean; end?: string }) {
  const tools = use(TurnToolsContext)
  const hidden = shown
    ? ''
    : 'opacity-0 group-hover/turn:opacity-100 group-focus-within/turn:opacity-100 pointer-coarse:opacity-100'
  return (
    <div
      className={`-mx-2 flex min-h-control flex-wrap items-center gap-x-1 transition-opacity ${end} ${hidden}`}
    >
      {tools !== null && <tools.Tools {...props} {...tools} />}
    </div>
  )
}
