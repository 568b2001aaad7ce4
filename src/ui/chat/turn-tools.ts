import { createContext, type ComponentType, type ReactNode } from 'react'
import type { Turn } from '#client/turns.ts'
import type { ChatModel } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'

/** Actions that a user can take on a turn. */
type TurnActs = {
  /**
   * Sends a new wording of a question.
   * @param onTaken called once the server has it
   */
  edit(turn: Turn, question: string, onTaken: () => void): Promise<boolean>
  /** Requests another answer. */
  regenerate(turn: Turn): void
  /** Continues the last answer. */
  carryOn(): void
  /** Sends the last question again. */
  retry(): void
  /** Shows another version. */
  show(version: string): void
  /** Whether this key press sends the edited question. */
  sends(event: KeyboardEvent): boolean
}

/** A turn and its position. */
export type TurnToolsProps = {
  turn: Turn
  /** Whether it is the last turn. */
  last: boolean
  /** Shows something in place of the turn; null restores it. */
  onReplace?(instead: ReactNode): void
  t: Translate
}

/** Values that all turns of a page share. */
export type SharedTurnProps = {
  acts: TurnActs
  busy: boolean
  models: readonly Pick<ChatModel, 'name' | 'label'>[]
  locale: string
}

/** Null until hydration is over, because nobody needs the tools to read a conversation. */
export type TurnTools = SharedTurnProps & {
  Tools: ComponentType<TurnToolsProps & SharedTurnProps>
  /** The button that lists the shortcuts. */
  keys: ReactNode
}

export const TurnToolsContext = createContext<TurnTools | null>(null)
