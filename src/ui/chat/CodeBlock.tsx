import { useContext, useEffect, useState } from 'react'
import { whenIdle } from '#client/when-idle.ts'
import type { Translate } from '#i18n/translate.ts'
import { NearContext } from '#ui/chat/answer-context.ts'
import { Caret } from '#ui/chat/Caret.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import type { Piece } from '#ui/chat/highlight.ts'

type Props = {
  code: string
  /** As written after the fence: a language, maybe with more words. */
  language: string
  finished: boolean
  caret: boolean
  t: Translate
}

/** Longest that colours wait for a quiet moment, in milliseconds. */
const PATIENCE = 1000

/** A block of code: its language, a button to copy it, colours once it is finished and they have arrived. */
export function CodeBlock({ code, language, finished, caret, t }: Props) {
  const name = /^[\w+#.-]+/.exec(language)?.[0].toLowerCase() ?? ''
  const near = useContext(NearContext)
  const pieces = usePieces(code, name, finished && near)
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-surface-1">
      <figcaption className="flex items-center justify-between border-b border-line ps-4 pe-1 text-12 text-faint">
        <span className="font-mono">{name || t('chat.code.plain')}</span>
        <CopyButton text={code} label={t('chat.code.copy')} done={t('chat.turn.copied')} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, by keyboard too */}
      <pre dir="ltr" tabIndex={0} className={PRE}>
        <code className="font-mono">
          {pieces === null ? code : pieces.map((piece, index) => <Coloured key={index} piece={piece} />)}
          {caret && <Caret />}
        </code>
      </pre>
    </figure>
  )
}

const PRE = 'overflow-x-auto px-4 py-3 text-13 leading-relaxed [tab-size:2] focus-visible:-outline-offset-2'

const COLOURS: Record<string, string> = {
  keyword: 'text-accent-text',
  built_in: 'text-accent-text',
  tag: 'text-accent-text',
  name: 'text-accent-text',
  'selector-tag': 'text-accent-text',
  string: 'text-good',
  regexp: 'text-good',
  addition: 'text-good',
  number: 'text-warn',
  literal: 'text-warn',
  attr: 'text-warn',
  attribute: 'text-warn',
  symbol: 'text-warn',
  deletion: 'text-bad',
  comment: 'text-faint italic',
  meta: 'text-muted',
  title: 'font-semibold'
}

function Coloured({ piece }: { piece: Piece }) {
  if (typeof piece === 'string') return piece
  const [kind = ''] = piece.scope.split('.')
  return (
    <span className={COLOURS[kind]}>
      {piece.children.map((child, index) => (
        <Coloured key={index} piece={child} />
      ))}
    </span>
  )
}

/** The coloured pieces of a finished text; null until the highlighter has come, and for languages that it does not know. */
function usePieces(code: string, language: string, finished: boolean): readonly Piece[] | null {
  const [pieces, setPieces] = useState<readonly Piece[] | null>(null)
  useEffect(() => {
    let current = true
    const colour = (): void => {
      void import('#ui/chat/highlight.ts').then(({ highlight }) => current && setPieces(highlight(code, language)))
    }
    // After what the page needs to be used: colours are only dear to read.
    const forget = finished && language !== '' ? whenIdle(colour, PATIENCE) : undefined
    return () => {
      current = false
      forget?.()
      setPieces(null)
    }
  }, [code, language, finished])
  return pieces
}
