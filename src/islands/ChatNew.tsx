import { useStore } from '@nanostores/react'
import { useEffect, useState, type ComponentType } from 'react'
import { runAfterInteraction } from '#client/when-used.ts'
import { contentText } from '#core/chat.ts'
import { Chat } from '#islands/Chat.tsx'
import type { ChatProps } from '#islands/chat-props.ts'
import type { HomeSlots } from '#islands/front.ts'
import { $thread } from '#stores/thread.ts'
import type { DialogueProps } from '#ui/chat/Dialogue.tsx'
import { FailureNote } from '#ui/chat/FailureNote.tsx'

/** The longest wait for the browser to be idle after an interaction, in milliseconds. */
const PATIENCE = 4000

/** Shows the turns as plain text until the formatted view is loaded, or if it cannot be loaded. */
function Plain({ turns, plans, t }: DialogueProps) {
  const failure = turns.at(-1)?.failure
  return (
    <div className="mx-auto grid w-full max-w-reading flex-1 content-start gap-8 overflow-y-auto px-4 py-6">
      {turns.map((turn, index) => (
        <p key={index} className="text-16 whitespace-pre-wrap">
          {contentText(turn.content)}
        </p>
      ))}
      {failure && <FailureNote failure={failure} plans={plans} t={t} />}
    </div>
  )
}

/**
 * A new chat. It loads the formatted view of turns when the browser is idle after the first
 * interaction, or at the latest when the chat has turns.
 */
export function ChatNew(props: ChatProps & { home?: HomeSlots }) {
  const thread = useStore($thread)
  // After a reload, a guest's conversation is restored, so the chat may have turns at once.
  const begun = thread?.phase === 'asking' || (thread?.turns.length ?? 0) > 0
  const [Spoken, setSpoken] = useState<ComponentType<DialogueProps>>(() => Plain)
  useEffect(() => {
    if (Spoken !== Plain) return undefined
    const load = (): void =>
      void import('#ui/chat/Spoken.tsx').then(
        part => setSpoken(() => part.MarkdownDialogue),
        () => undefined
      )
    if (!begun) return runAfterInteraction(load, PATIENCE)
    load()
    return undefined
  }, [begun, Spoken])
  return <Chat {...props} Dialogue={Spoken} />
}
