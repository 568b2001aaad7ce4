import type { Token, Tokens } from 'marked'
import { createElement, type ReactNode } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { Caret } from '#ui/chat/Caret.tsx'
import { CodeBlock } from '#ui/chat/CodeBlock.tsx'
import { narrowToken } from '#ui/chat/markdown-lexer.ts'
import { MAX_DEPTH } from '#ui/chat/markdown-bounds.ts'
import { MarkdownInline } from '#ui/chat/MarkdownInline.tsx'
import { MarkdownMath } from '#ui/chat/MarkdownMath.tsx'
import { PacedPiece, PacedList } from '#ui/chat/pace.ts'
import { outerDirection, ownDirection } from '#ui/chat/text-direction.ts'
import { FoldedReasoning } from '#ui/chat/Thinking.tsx'

type Props = {
  token: Token
  closed: boolean
  /** Whether the answer is growing at the end of this block, which then shows a caret. */
  caret: boolean
  depth: number
  /**
   * Level of the text's first heading, which becomes the level right below the page's own heading.
   */
  top: number
  t: Translate
}

/** Work of colouring one character, where 1 is the work of drawing an ordinary piece. */
const WORK_OF_CODE = 0.02

const HEADINGS = [
  'text-20 font-semibold mt-3',
  'text-20 font-semibold mt-3',
  'text-16 font-semibold mt-2',
  'text-16 font-semibold mt-1'
]

const QUOTE =
  'grid max-w-136 grid-cols-[minmax(0,1fr)] gap-2 border-s-2 border-line-strong ps-4 text-muted'

/** Renders one block according to its type. */
export function MarkdownBlock({ token, ...rest }: Props): ReactNode {
  const { caret, depth, top, t } = rest
  if (depth > MAX_DEPTH) return <Plain text={token.raw} />
  const known = narrowToken(token)
  const end = caret && <Caret />
  switch (known.type) {
    case 'space':
    case 'def':
    // Footnotes appear together at the end.
    case 'note_text':
    case 'cut':
      return null
    case 'heading':
      return heading(known, top, end)
    case 'paragraph':
      return (
        <p dir={ownDirection(known.raw)} className="max-w-136">
          <MarkdownInline tokens={known.tokens} />
          {end}
        </p>
      )
    case 'text':
      return (
        <>
          <MarkdownInline tokens={known.tokens ?? [known]} />
          {end}
        </>
      )
    case 'checkbox':
      return <MarkdownInline tokens={[known]} />
    case 'code':
      return <Code {...rest} code={known} />
    case 'blockquote':
      return (
        <blockquote dir={outerDirection(known.raw)} className={QUOTE}>
          <Blocks {...rest} tokens={known.tokens} />
        </blockquote>
      )
    case 'list':
      return <List {...rest} list={known} />
    case 'table':
      return <Table table={known} t={t} />
    case 'math':
      return <MarkdownMath token={known} />
    case 'thought':
      return <FoldedReasoning text={known.text} busy={known.open && caret} seconds={null} t={t} />
    case 'hr':
      return <hr className="my-2 border-line" />
    default:
      return <Plain text={known.raw} end={end} />
  }
}

function Code({ code, closed, caret, t }: Omit<Props, 'token'> & { code: Tokens.Code }) {
  return (
    <PacedPiece work={code.text.length * WORK_OF_CODE}>
      <CodeBlock
        code={code.text}
        language={code.lang ?? ''}
        finished={closed}
        caret={caret}
        t={t}
      />
    </PacedPiece>
  )
}

function heading({ depth, tokens, raw }: Tokens.Heading, top: number, end: ReactNode): ReactNode {
  const className = HEADINGS[depth - 1] ?? HEADINGS[3]
  const level = Math.min(Math.max(depth - top + 2, 2), 6)
  const props = { dir: ownDirection(raw), className }
  return createElement(`h${level}`, props, <MarkdownInline tokens={tokens} />, end)
}

/** Blocks inside another block. */
export function Blocks({
  tokens,
  caret,
  depth,
  ...rest
}: Omit<Props, 'token'> & { tokens: readonly Token[] }) {
  const last = tokens.findLast(token => token.type !== 'space')
  return tokens.map((token, index) => (
    <MarkdownBlock
      key={index}
      token={token}
      caret={caret && token === last}
      depth={depth + 1}
      {...rest}
    />
  ))
}

/** HTML and unknown types, shown as their source. */
function Plain({ text, end }: { text: string; end?: ReactNode }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap">
      {text.trimEnd()}
      {end}
    </p>
  )
}

function List({ list, caret, ...rest }: Omit<Props, 'token'> & { list: Tokens.List }) {
  const gap = list.loose ? 'gap-3' : 'gap-1'
  const items = list.items.map((item, index) => (
    <li
      key={index}
      className={`ps-1 marker:text-faint ${item.task ? 'list-none' : ''} ${item.loose ? '[&>*+*]:mt-2' : '[&>:is(figure,section)]:my-2'}`}
    >
      <Blocks tokens={item.tokens} caret={caret && index === list.items.length - 1} {...rest} />
    </li>
  ))
  const className = `grid max-w-136 grid-cols-[minmax(0,1fr)] ${gap} ps-6 ${list.ordered ? 'list-decimal' : 'list-disc'}`
  const dir = outerDirection(list.raw)
  return list.ordered ? (
    <ol dir={dir} start={list.start === '' ? 1 : list.start} className={className}>
      <PacedList items={items} />
    </ol>
  ) : (
    <ul dir={dir} className={className}>
      <PacedList items={items} />
    </ul>
  )
}

const ALIGN = { left: 'text-start', center: 'text-center', right: 'text-end' } as const

function Table({ table, t }: { table: Tokens.Table; t: Translate }) {
  const align = (cell: Tokens.TableCell): string =>
    cell.align === null ? 'text-start' : ALIGN[cell.align]
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must scroll a wide table
      tabIndex={0}
      dir="auto"
      aria-label={t('chat.markdown.table')}
      className="overflow-x-auto rounded-control border border-line"
    >
      <table className="w-full text-14">
        <thead className="bg-surface-2">
          <tr>
            {table.header.map((cell, index) => (
              <th
                key={index}
                scope="col"
                className={`min-w-20 px-3 py-2 font-semibold ${align(cell)}`}
              >
                <MarkdownInline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <PacedList
            items={table.rows.map((row, index) => (
              <tr key={index} className="border-t border-line">
                {row.map((cell, column) => (
                  <td key={column} className={`px-3 py-2 align-top ${align(cell)}`}>
                    <MarkdownInline tokens={cell.tokens} />
                  </td>
                ))}
              </tr>
            ))}
          />
        </tbody>
      </table>
    </section>
  )
}
