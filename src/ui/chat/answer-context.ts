import { createContext, type ReactNode } from 'react'
import type { Translate } from '#i18n/translate.ts'
import type { Piece } from '#ui/chat/highlight.ts'

/** The answer that contains an element: the prefix of its ids, and the reader's translations. */
export const AnswerContext = createContext<{ id: string; t: Translate }>({ id: '', t: key => key })

/** Whether this part of the page is near the viewport. Costly drawing waits until it is. */
export const NearContext = createContext(true)

/**
 * Draws formulas immediately, for pages that run no script. Null where the library loads on first
 * use.
 */
export const DrawContext = createContext<((source: string, display: boolean) => ReactNode) | null>(
  null
)

/**
 * Colours code immediately, for pages that run no script. Null where the highlighter loads on first
 * use.
 */
export const ColourContext = createContext<
  ((code: string, language: string) => readonly Piece[] | null) | null
>(null)
