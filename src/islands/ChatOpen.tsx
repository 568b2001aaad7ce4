import { Chat, type ChatProps } from '#islands/Chat.tsx'
import { Markdown } from '#ui/chat/Markdown.tsx'

/** A chat that has been spoken in: its answers are readable before any script runs. */
export function ChatOpen(props: ChatProps) {
  return <Chat {...props} Markdown={Markdown} />
}
