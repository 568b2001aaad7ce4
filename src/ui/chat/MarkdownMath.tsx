import { useContext } from 'react'
import type { MathToken } from '#ui/chat/markdown-lexer.ts'
import { AnswerContext } from '#ui/chat/answer-context.ts'
import { PacedPiece } from '#ui/chat/pace.ts'
import { useFormula } from '#ui/chat/use-formula.ts'

/**
 * Work of drawing a formula: a base, and an amount per character. 1 is the work of an ordinary
 * piece.
 */
const WORK = 10
const WORK_EACH = 0.1

/** Shows a formula. A server draws it only when there is time for so much work, see `pace.ts`. */
export function MarkdownMath({ token }: { token: MathToken }) {
  const formula = <Formula token={token} />
  return token.open ? (
    formula
  ) : (
    <PacedPiece work={WORK + WORK_EACH * token.text.length}>{formula}</PacedPiece>
  )
}

/**
 * Shows a formula. It shows the source until the library has loaded, while the formula grows, and
 * if the formula is invalid.
 */
function Formula({ token: { text, display, open } }: { token: MathToken }) {
  const { t } = useContext(AnswerContext)
  const formula = useFormula(text, display, !open)
  const shown = formula ?? (
    <code dir="ltr" className={`font-mono text-muted ${display ? 'whitespace-pre-wrap' : ''}`}>
      {text}
    </code>
  )
  if (!display) return shown
  return (
    <span
      role="group"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must scroll a wide formula
      tabIndex={0}
      aria-label={t('chat.markdown.formula')}
      className="block overflow-x-auto py-1 text-center"
    >
      {shown}
    </span>
  )
}
