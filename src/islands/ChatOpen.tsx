import { Chat } from '#islands/Chat.tsx'
import type { ChatProps } from '#islands/chat-props.ts'
import { MarkdownDialogue } from '#ui/chat/Spoken.tsx'

/** A chat with messages. Its answers are readable before any script runs. */
export function ChatOpen(props: ChatProps) {
  return <Chat {...props} Dialogue={MarkdownDialogue} />
}
