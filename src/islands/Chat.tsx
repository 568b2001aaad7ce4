import { useStore } from '@nanostores/react'
import { useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { localizePath } from '#i18n/locale.ts'
import { createTranslate, type Translate } from '#i18n/translate.ts'
import type { ChatProps } from '#islands/chat-props.ts'
import { ChatFoot } from '#islands/ChatFoot.tsx'
import { ChatList } from '#islands/ChatList.tsx'
import type { HomeSlots } from '#islands/front.ts'
import { useChatHandlers } from '#islands/use-asking.ts'
import { usePendingQuestion } from '#islands/use-carrying.ts'
import { useChatModule } from '#islands/use-later.ts'
import { useChatInit } from '#islands/use-opening.ts'
import { $thread, threadOf, type Thread } from '#stores/thread.ts'
import { ChatHeader } from '#ui/chat/ChatHeader.tsx'
import type { DialogueProps } from '#ui/chat/Dialogue.tsx'
import { Prompts } from '#ui/chat/Prompts.tsx'
import { setFieldText } from '#ui/chat/text-field.ts'
import { TurnToolsContext } from '#ui/chat/turn-tools.ts'

type Props = ChatProps & {
  /** Draws the turns. A page with turns bundles this component, and a new chat loads it later. */
  Dialogue: ComponentType<DialogueProps>
  /** The studio home, which a guest or a new user sees until there is a conversation. */
  home?: HomeSlots | undefined
}

/** The chat: the list, the open conversation and the composer. */
export function Chat(props: Props) {
  const { hub, group, conversation, t: strings, Dialogue, home, children } = props
  const t = useMemo(() => createTranslate(strings, hub.locale), [strings, hub.locale])
  const own = useMemo(() => threadOf(conversation), [conversation])
  const thread = useStore($thread) ?? own
  const field = useRef<HTMLTextAreaElement>(null)
  const [dialog, setDialog] = useState<ReactNode>(null)
  const [said, setSaid] = useState('')
  useChatInit(props)
  const asking = useChatHandlers({ hub, group, conversation, thread, field })
  const { model, retry } = asking
  const place = { hub, group, thread, model, field, t }
  usePendingQuestion(place)
  const tools = useChatModule({ ...place, retry, show: setDialog, say: setSaid })
  const addressOf = (id: string | null): string => addressIn(props, id)
  const plans = localizePath('/console/extra', hub.locale)
  const empty = thread.turns.length === 0
  const front = empty && thread.moves === 0 ? home : undefined
  // A guest has no conversations, so the home needs neither the list nor the header.
  const bare = front && hub.user === null
  return (
    <div className="flex min-h-0 flex-1">
      {!bare && (
        <ChatList {...props} {...{ current: thread.id, plans, addressOf, say: setSaid, t }} />
      )}
      <div
        data-drop
        className={`relative flex min-h-0 min-w-0 flex-1 flex-col ${front ? 'overflow-y-auto' : ''}`}
      >
        {!bare && (
          <ChatHeader
            title={empty ? null : thread.title || t('chat.list.untitled')}
            fresh={addressOf(null)}
            guest={hub.user === null}
            {...{ t, children: tools?.keys }}
          />
        )}
        {front?.hero}
        {empty ? (
          !front && <Greeting t={t} />
        ) : (
          <TurnToolsContext value={tools}>
            <Turns {...{ Dialogue, hub, thread, plans, addressOf, t }} />
          </TurnToolsContext>
        )}
        <ChatFoot {...place} asking={asking} plans={plans} front={front} />
        {front?.below ?? (
          <Beginnings empty={empty}>
            {group.models.length > 0 && (
              <Prompts onPick={text => fill(field.current, text)} t={t} />
            )}
            {children}
          </Beginnings>
        )}
        {dialog}
        <output className="sr-only">{said}</output>
      </div>
    </div>
  )
}

type TurnsProps = Pick<Props, 'Dialogue' | 'hub'> & {
  thread: Thread
  plans: string
  addressOf(id: string | null): string
  t: Translate
}

/** Returns the address of a conversation; that of a new chat for null. */
function addressIn({ hub, group }: Pick<Props, 'hub' | 'group'>, id: string | null): string {
  return localizePath(`/${group.id}/conversations${id === null ? '' : `/${id}`}`, hub.locale)
}

/** The turns of a conversation, drawn from scratch when the user opens another conversation. */
function Turns({ Dialogue, hub, thread, plans, addressOf, t }: TurnsProps) {
  return (
    <Dialogue
      key={thread.moves}
      turns={thread.turns}
      busy={thread.phase !== 'idle'}
      plans={plans}
      files={`${hub.hosts.api}/files/`}
      earlier={thread.earlier && `${addressOf(thread.id)}?before=${thread.earlier}`}
      t={t}
    />
  )
}

/** The area below the composer. It has height and content only while the chat is empty. */
function Beginnings({ empty, children }: { empty: boolean; children: ReactNode }) {
  return (
    <div
      className={`min-h-0 basis-0 overflow-y-auto transition-[flex-grow] duration-300 ${empty ? 'grow-[2.2] md:grow-[1.2]' : 'grow-0'}`}
    >
      {empty && children}
    </div>
  )
}

function Greeting({ t }: { t: Translate }) {
  return (
    <div className="flex flex-1 basis-0 flex-col">
      <h1 className="mt-auto px-4 pt-6 pb-6 text-center text-28 md:pb-8 pointer-coarse:[@media(height<30rem)]:sr-only">
        {t('chat.empty.title')}
      </h1>
    </div>
  )
}

/** Puts a prompt into the composer. The user can change it before sending. */
function fill(field: HTMLTextAreaElement | null, prompt: string): void {
  if (field !== null) setFieldText(field, prompt)
  field?.focus()
}
