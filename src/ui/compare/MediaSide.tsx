import { useMemo } from 'react'
import type { Task } from '#contract/task.ts'
import type { TaskList } from '#stores/shelf.ts'
import { TaskCard } from '#ui/tool/Card.tsx'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { useViewer } from '#ui/tool/use-viewer.tsx'

type Props = { task: Task; parts: CardParts }

/** The run of a tool as its own page shows it. Its images and videos open in the viewer. */
export function MediaSide({ task, parts }: Props) {
  const shelf = useMemo((): TaskList => ({ items: [task], rest: 'none' }), [task])
  const { viewer, onOpen } = useViewer({ shelf, parts, onMore: nothing })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it hears the links of the results
    <div className="min-w-0" onClick={onOpen}>
      <TaskCard task={task} parts={parts} />
      {viewer}
    </div>
  )
}

function nothing(): void {}
