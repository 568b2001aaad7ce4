import { createContext, type ComponentType, type ReactNode } from 'react'
import type { Turn } from '#client/turns.ts'
import type { ChatModel } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'

/** What a person does with a turn. */
export type TurnActs = {
  /** Asks another wording of a question. @param onTaken the server has it */
  edit(turn: Turn, question: string, onTaken: () => void): Promise<boolean>
  /** Answers once more. */
  regenerate(turn: Turn): void
  /** Goes on with the last answer. */
  carryOn(): void
  /** Asks the last question once more. */
  retry(): void
  /** Shows another version. */
  show(version: string): void
  /** Does this key send what is edited? */
  sends(event: KeyboardEvent): boolean
}

/** Which turn, and where it stands. */
export type TurnToolsProps = {
  turn: Turn
  /** Is nothing below it? */
  last: boolean
  /** Puts something in the place of the turn; null takes it away again. */
  onReplace?(instead: ReactNode): void
  t: Translate
}

/** What all turns of a page share. */
export type Shared = { acts: TurnActs; busy: boolean; models: readonly Pick<ChatModel, 'name' | 'label'>[]; locale: string }

/** Fetched after the page has come to life: a conversation is read without them. */
export type TurnTools = Shared & {
  Tools: ComponentType<TurnToolsProps & Shared>
  /** The button that lists the shortcuts. */
  keys: ReactNode
}

export const TurnToolsContext = createContext<TurnTools | null>(null)
