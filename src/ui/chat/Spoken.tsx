import { Dialogue, type DialogueProps } from '#ui/chat/Dialogue.tsx'
import { Markdown } from '#ui/chat/Markdown.tsx'

/** A conversation's turns with all code that renders them. A new chat starts without this code. */
export function MarkdownDialogue(props: DialogueProps) {
  return <Dialogue {...props} Markdown={Markdown} />
}
