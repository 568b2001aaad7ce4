import { Dialogue, type DialogueProps } from '#ui/chat/Dialogue.tsx'
import { Markdown } from '#ui/chat/Markdown.tsx'

/** The turns of a conversation with all that shows them: what a new chat does without. */
export function Spoken(props: DialogueProps) {
  return <Dialogue {...props} Markdown={Markdown} />
}
