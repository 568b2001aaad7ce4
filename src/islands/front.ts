import type { ReactNode } from 'react'
import type { ComposerAttributes } from '#ui/chat/Composer.tsx'

/** The parts of the studio home that the chat places around its composer. */
export type HomeSlots = {
  /** Content above the composer, and content below it. */
  hero: ReactNode
  below: ReactNode
  /** The line directly below the composer; null for the chat's own line. */
  line: ReactNode
  /** Attributes that make the composer work without a script. */
  start: ComposerAttributes
  /** Settings of the composer for the chosen tool; null while it sends a question to a chat. */
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
