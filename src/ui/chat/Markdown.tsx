import type { Tokens } from 'marked'
import { memo, useId, useMemo } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { AnswerContext } from '#ui/chat/answer-context.ts'
import type { Block } from '#ui/chat/markdown-blocks.ts'
import { narrowToken } from '#ui/chat/markdown-lexer.ts'
import { MarkdownBlock } from '#ui/chat/MarkdownBlock.tsx'
import { MarkdownNotes } from '#ui/chat/MarkdownNotes.tsx'
import { PacedList, useBlocks } from '#ui/chat/pace.ts'

export type MarkdownProps = {
  text: string
  /** Whether more text will follow. */
  growing: boolean
  t: Translate
}

/**
 * Renders Markdown as React elements. No part of the text becomes HTML, and only the growing block
 * renders again.
 */
export function Markdown({ text, growing, t }: MarkdownProps) {
  const id = useId()
  const context = useMemo(() => ({ id, t }), [id, t])
  const blocks = useBlocks(text, growing)
  const last = growing ? blocks.findLast(({ token }) => token.type !== 'space') : undefined
  const top = blocks.find(({ token }) => token.type === 'heading')?.token as
    | Tokens.Heading
    | undefined
  const notes = blocks.flatMap(({ token }) => {
    const known = narrowToken(token)
    return known.type === 'note_text' ? [known] : []
  })
  return (
    <AnswerContext value={context}>
      <div data-words className="grid grid-cols-[minmax(0,1fr)] gap-3 text-16">
        <PacedList
          items={blocks.map((block, index) => (
            <Memoised
              key={index}
              block={block}
              growing={growing}
              caret={block === last}
              top={top?.depth ?? 1}
              t={t}
            />
          ))}
        />
        {blocks.at(-1)?.token.type === 'cut' && (
          <p className="text-14 text-muted">{t('chat.markdown.cut')}</p>
        )}
        {notes.length > 0 && <MarkdownNotes notes={notes} growing={growing} />}
      </div>
    </AnswerContext>
  )
}

/**
 * `growing` makes each block render again once the text is complete, because links may then use
 * definitions that come later in the text.
 */
type Props = { block: Block; growing: boolean; caret: boolean; top: number; t: Translate }

const Memoised = memo(
  function MarkdownPart({ block, caret, top, t }: Props) {
    return (
      <MarkdownBlock
        token={block.token}
        closed={block.closed}
        caret={caret}
        depth={0}
        top={top}
        t={t}
      />
    )
  },
  (before, after) =>
    before.growing === after.growing &&
    before.caret === after.caret &&
    before.top === after.top &&
    before.block.closed === after.block.closed &&
    before.t === after.t &&
    sameText(before.block, after.block)
)

function sameText({ token: one }: Block, { token: other }: Block): boolean {
  return one === other || (one.type === other.type && one.raw === other.raw)
}
