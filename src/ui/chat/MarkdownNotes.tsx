import { useContext } from 'react'
import { AnswerContext } from '#ui/chat/answer-context.ts'
import type { NoteTextToken, NoteToken } from '#ui/chat/markdown-lexer.ts'
import { PacedList } from '#ui/chat/pace.ts'
import { outerDirection } from '#ui/chat/text-direction.ts'
import { Blocks } from '#ui/chat/MarkdownBlock.tsx'

/** A link to a footnote. */
export function NoteLink({ note: { number, first } }: { note: NoteToken }) {
  const { id, t } = useContext(AnswerContext)
  return (
    <sup id={first ? `${id}-to-${number}` : undefined} className="text-12">
      <a
        href={`#${id}-note-${number}`}
        aria-label={t('chat.markdown.note', { number })}
        className="link px-0.5"
      >
        {number}
      </a>
    </sup>
  )
}

/** The footnotes that an answer refers to, in the order of their first references. */
export function MarkdownNotes({
  notes,
  growing
}: {
  notes: readonly NoteTextToken[]
  growing: boolean
}) {
  const { id, t } = useContext(AnswerContext)
  // Of several footnotes with the same label, the first counts.
  const byLabel = new Map(notes.toReversed().map(note => [note.label, note]))
  const numbered = [...byLabel.values()].flatMap(({ label, numbers, tokens }) => {
    const number = numbers.get(label)
    return number === undefined ? [] : [{ number, tokens }]
  })
  if (numbered.length === 0) return null
  const text = numbered.flatMap(({ tokens }) => tokens.map(({ raw }) => raw)).join('\n')
  return (
    <section
      aria-label={t('chat.markdown.notes')}
      className="mt-1 border-t border-line pt-3 text-14 text-muted"
    >
      <ol dir={outerDirection(text)} className="grid list-decimal gap-1 ps-6">
        <PacedList
          items={numbered
            .toSorted((one, other) => one.number - other.number)
            .map(({ number, tokens }) => (
              <li
                key={number}
                id={`${id}-note-${number}`}
                value={number}
                className="ps-1 marker:text-faint [&>p:last-of-type]:inline"
              >
                <Blocks tokens={tokens} closed={!growing} caret={false} depth={0} top={1} t={t} />
                <a
                  href={`#${id}-to-${number}`}
                  aria-label={t('chat.markdown.note_back', { number })}
                  className="link ms-1"
                >
                  ↩
                </a>
              </li>
            ))}
        />
      </ol>
    </section>
  )
}
