import type { ReactNode } from 'react'
import type { Start } from '#ui/chat/Composer.tsx'

/** The studio home, as the chat shows it around its composer. */
export type Front = {
  /** The page above and below the composer. */
  hero: ReactNode
  below: ReactNode
  /** The line below the composer; null for the chat's own. */
  line: ReactNode
  /** Attributes that make the composer work without a script. */
  start: Start
  /** Replaces the work of the composer while the user has chosen a tool; null for a question. */
  tool: {
    placeholder: string
    picker: ReactNode
    max: number
    sendName: string
    tray: null
    tools: ReactNode
    hold: ''
    onSend(prompt: string): Promise<boolean>
  } | null
}
