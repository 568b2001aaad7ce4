import { createContext, type ReactNode } from 'react'
import type { Translate } from '#i18n/translate.ts'

/** The answer that an element stands in: what its ids begin with, and its reader's words. */
export const AnswerContext = createContext<{ id: string; t: Translate }>({ id: '', t: key => key })

/** Is this part of the page near what is looked at? What is dear to draw waits until it is. */
export const NearContext = createContext(true)

/** What draws formulas at once, for pages that run no script; null where it is fetched when it is first needed. */
export const DrawContext = createContext<((source: string, display: boolean) => ReactNode) | null>(null)
