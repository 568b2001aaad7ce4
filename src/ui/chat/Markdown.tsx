import type { Token, Tokens } from 'marked'
import { memo, useState } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { createBlockReader, type Block } from '#ui/chat/markdown-blocks.ts'
import { MarkdownBlock } from '#ui/chat/MarkdownBlock.tsx'

export type MarkdownProps = {
  text: string
  /** Is more to come? */
  growing: boolean
  t: Translate
}

/** Markdown as React elements. Nothing of the text becomes HTML; only the block that grows is rendered again. */
export function Markdown({ text, growing, t }: MarkdownProps) {
  const [read] = useState(createBlockReader)
  const blocks = read(text, growing)
  const last = growing ? blocks.findLast(({ token }) => token.type !== 'space') : undefined
  const top = blocks.find(({ token }) => token.type === 'heading')?.token as Tokens.Heading | undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-16">
      {blocks.map((block, index) => (
        <Memoised key={index} block={block} growing={growing} caret={block === last} top={top?.depth ?? 1} t={t} />
      ))}
    </div>
  )
}

/** `growing` is compared only: once a text is whole, links may point at what came after them. */
type Props = { block: Block; growing: boolean; caret: boolean; top: number; t: Translate }

const Memoised = memo(
  function MarkdownPart({ block, caret, top, t }: Props) {
    return <MarkdownBlock token={block.token} closed={block.closed} caret={caret} depth={0} top={top} t={t} />
  },
  (before, after) =>
    before.growing === after.growing &&
    before.caret === after.caret &&
    before.top === after.top &&
    before.block.closed === after.block.closed &&
    before.t === after.t &&
    sameText(before.block.token, after.block.token)
)

function sameText(one: Token, other: Token): boolean {
  return one === other || (one.type === other.type && one.raw === other.raw)
}
