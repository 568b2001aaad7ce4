import { useContext, useEffect, useState } from 'react'
import { runWhenIdle } from '#client/when-idle.ts'
import type { Translate } from '#i18n/translate.ts'
import { HighlightContext, NearViewportContext } from '#ui/chat/answer-context.ts'
import { Caret } from '#ui/chat/Caret.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import type { CodePiece } from '#ui/chat/highlight.ts'

type Props = {
  code: string
  /** The text after the fence: a language, possibly followed by other words. */
  language: string
  finished: boolean
  caret: boolean
  t: Translate
}

/** Longest wait for an idle moment before colouring, in milliseconds. */
const PATIENCE = 1000

/**
 * A block of code with its language and a copy button. Colours appear once the block is complete
 * and the highlighter has loaded.
 */
export function CodeBlock({ code, language, finished, caret, t }: Props) {
  const name = /^[\w+#.-]+/.exec(language)?.[0].toLowerCase() ?? ''
  const near = useContext(NearViewportContext)
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
          {pieces === null
            ? code
            : pieces.map((piece, index) => <Coloured key={index} piece={piece} />)}
          {caret && <Caret />}
        </code>
      </pre>
    </figure>
  )
}

const PRE =
  'overflow-x-auto px-4 py-3 text-13 leading-relaxed [tab-size:2] focus-visible:-outline-offset-2'

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

function Coloured({ piece }: { piece: CodePiece }) {
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

/**
 * Returns the coloured pieces of a finished text. Returns null until the highlighter has loaded,
 * and for languages that it does not know.
 */
function usePieces(code: string, language: string, finished: boolean): readonly CodePiece[] | null {
  const colourNow = useContext(HighlightContext)
  const [pieces, setPieces] = useState(() => colourNow?.(code, language) ?? null)
  useEffect(() => {
    let current = true
    const colour = (): void => {
      void import('#ui/chat/highlight.ts').then(
        ({ highlight }) => current && setPieces(highlight(code, language))
      )
    }
    // Colouring is costly and the page works without it, so it waits for an idle moment.
    const forget = finished && language !== '' ? runWhenIdle(colour, PATIENCE) : undefined
    return () => {
      current = false
      forget?.()
      setPieces(null)
    }
  }, [code, language, finished])
  return pieces
}
