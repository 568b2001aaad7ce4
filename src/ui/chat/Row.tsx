import { memo, useEffect, useRef, useState, type ComponentType } from 'react'
import type { Turn } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'
import { Answer } from '#ui/chat/Answer.tsx'
import { NearViewportContext } from '#ui/chat/answer-context.ts'
import type { MarkdownProps } from '#ui/chat/Markdown.tsx'
import { Question } from '#ui/chat/Question.tsx'
import type { WatchRow } from '#ui/chat/row-watch.ts'
import type { RowDistance } from '#ui/chat/row-watch.ts'

/** Values that all rows share; the same object as long as none of them changes. */
type RowParts = {
  plans: string
  Markdown: ComponentType<MarkdownProps>
  t: Translate
}

type Props = {
  turn: Turn
  last: boolean
  /**
   * Watches how near a row of a long conversation is to the visible part. Null until the watcher
   * has loaded, and for rows that are always drawn in full.
   */
  watch: WatchRow | null
  /** Whether costly parts, such as formulas, are drawn only when the row is near. */
  waits: boolean
  parts: RowParts
}

/**
 * One turn. In a long conversation, a turn far from the viewport is plain text of the same height.
 * The browser's search still finds it.
 */
export const TurnRow = memo(function Row({ turn, last, watch, waits, parts }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [told, setTold] = useState<RowDistance>(null)
  const content = useRef(turn.content)
  useEffect(() => {
    content.current = turn.content
  })
  useEffect(() => {
    if (watch === null || place.current === null) return undefined
    return watch(place.current, each =>
      setTold(each !== null && each !== 'near' ? { ...each, of: content.current } : each)
    )
  }, [watch])
  const far =
    watch !== null && told !== null && told !== 'near' && told.of === turn.content ? told : null
  return (
    <div ref={place} className="min-w-0">
      {far === null ? (
        <NearViewportContext value={!waits || told === 'near'}>
          <Rich turn={turn} last={last} parts={parts} />
        </NearViewportContext>
      ) : (
        <article
          aria-label={parts.t(turn.role === 'user' ? 'chat.turn.you' : 'chat.turn.answer')}
          dir="auto"
          style={{ blockSize: far.height }}
          className="overflow-hidden whitespace-pre-wrap [content-visibility:auto]"
        >
          {far.text}
        </article>
      )}
    </div>
  )
})

function Rich({
  turn,
  last,
  parts: { plans, Markdown, t }
}: Pick<Props, 'turn' | 'last' | 'parts'>) {
  if (turn.role === 'user') return <Question turn={turn} t={t} />
  return <Answer turn={turn} last={last} plans={plans} Markdown={Markdown} t={t} />
}
