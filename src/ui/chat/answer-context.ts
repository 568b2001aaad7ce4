import { createContext, type ReactNode } from 'react'
import type { Translate } from '#i18n/translate.ts'
import type { CodePiece } from '#ui/chat/highlight.ts'

/** The prefix of the ids in the answer that contains a component, and the reader's translations. */
export const AnswerContext = createContext<{ id: string; t: Translate }>({ id: '', t: key => key })

/** Whether this part of the page is near its visible part. If not, costly drawing waits. */
export const NearViewportContext = createContext(true)

/**
 * Draws a formula immediately, on pages that run no script. On all other pages this is null, and
 * the library loads when it is needed.
 */
export const FormulaContext = createContext<
  ((source: string, display: boolean) => ReactNode) | null
>(null)

/**
 * Colours code immediately, on pages that run no script. On all other pages this is null, and the
 * highlighter loads when it is needed.
 */
export const HighlightContext = createContext<
  ((code: string, language: string) => readonly CodePiece[] | null) | null
>(null)
