import type { ChatProps } from '#islands/chat-props.ts'
import { ChatField } from '#islands/ChatField.tsx'
import type { Front } from '#islands/front.ts'
import { useStore } from '@nanostores/react'
import { useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { signInAddress } from '#client/sign-in.ts'
import type { Conversation } from '#contract/conversation.ts'
import { localizePath } from '#i18n/locale.ts'
import { createTranslate } from '#i18n/translate.ts'
import { loadImport, loadMenu } from '#islands/lazily.ts'
import { useAsking } from '#islands/use-asking.ts'
import { useCarrying } from '#islands/use-carrying.ts'
import { useExtras } from '#islands/use-extras.tsx'
import { useLater } from '#islands/use-later.ts'
import { useOpening } from '#islands/use-opening.ts'
import { $conversations, $found, firstPage } from '#stores/conversations.ts'
import { $thread, threadOf } from '#stores/thread.ts'
import { ChatHeader } from '#ui/chat/ChatHeader.tsx'
import { ConversationList } from '#ui/chat/ConversationList.tsx'
import type { DialogueProps } from '#ui/chat/Dialogue.tsx'
import { Prompts } from '#ui/chat/Prompts.tsx'
import { writeInto } from '#ui/chat/text-field.ts'
import { TurnToolsContext } from '#ui/chat/turn-tools.ts'

type Props = ChatProps & {
  /** Passed as a prop: a page with turns includes it, and a new chat loads it when it has turns. */
  Dialogue: ComponentType<DialogueProps>
  /** The studio home, which a guest or a new user sees until there is a conversation. */
  home?: Front | undefined
}

/** The chat: the list, the open conversation and the composer. */
export function Chat({
  hub,
  group,
  conversation,
  conversations,
  found: brought = null,
  now,
  t: strings,
  Dialogue,
  home,
  children
}: Props) {
  const t = useMemo(() => createTranslate(strings, hub.locale), [strings, hub.locale])
  const own = useMemo(() => threadOf(conversation), [conversation])
  const thread = useStore($thread) ?? own
  const list = useStore($conversations) ?? firstPage(conversations)
  const searched = useStore($found)
  const field = useRef<HTMLTextAreaElement>(null)
  const [dialog, setDialog] = useState<ReactNode>(null)
  const [said, setSaid] = useState('')
  const [menu, setMenu] = useState<{ id: string; node: ReactNode } | null>(null)

  useOpening({ hub, group, conversation, conversations, found: brought })
  const asking = useAsking({ hub, group, conversation, thread, field })

  useCarrying({ hub, group, model: asking.model, field, t })
  const addressOf = (id: string | null): string =>
    localizePath(`/${group.id}/conversations${id === null ? '' : `/${id}`}`, hub.locale)
  const plans = localizePath('/console/extra', hub.locale)
  const extras = useExtras({
    hub,
    group,
    thread,
    model: asking.model,
    onModel: asking.chooseModel,
    field,
    plans,
    t
  })
  const tools = useLater({
    hub,
    group,
    model: asking.model,
    thread,
    field,
    retry: asking.retry,
    show: setDialog,
    say: setSaid,
    t
  })
  const empty = thread.turns.length === 0
  const front = empty && list.items.length === 0 ? home : undefined
  // A guest has no conversations, so the home needs neither the list nor its header.
  const bare = front && hub.user === null
  const more = (): void => {
    void import('#stores/more-conversations.ts').then(part => part.loadConversations(group.id))
  }
  const search = (words: string): void =>
    void import('#stores/conversation-search.ts').then(
      part => part.searchHistory(group.id, words, t),
      () => $found.set({ search: words, items: [], said: t('chat.found.failed') })
    )
  const openMenu = async (each: Conversation, button: HTMLElement): Promise<void> => {
    const Menu = menu?.id === each.id ? null : await loadMenu()
    if (Menu === null) return setMenu(null)
    const [open, onClose, addresses] = [
      each.id === thread.id,
      () => setMenu(null),
      { fresh: addressOf(null), address: addressOf(each.id) }
    ]
    const node = (
      <Menu
        key={each.id}
        {...{
          hub,
          group,
          conversation: each,
          button,
          open,
          ...addresses,
          plans,
          say: setSaid,
          onClose,
          t
        }}
      />
    )
    setMenu({ id: each.id, node })
  }
  const openImport = async (): Promise<void> => {
    const Import = await loadImport()
    if (Import !== null)
      setMenu({
        id: '',
        node: <Import {...{ hub, group: group.id, plans, onClose: () => setMenu(null), t }} />
      })
  }
  const fill = (prompt: string): void => {
    if (field.current !== null) writeInto(field.current, prompt)
    field.current?.focus()
  }

  return (
    <div className="flex min-h-0 flex-1">
      {!bare && (
        <ConversationList
          title={group.title}
          found={searched === undefined ? brought : searched}
          items={hub.user === null ? [] : list.items}
          rest={list.rest}
          current={thread.id}
          guest={hub.user === null}
          locale={hub.locale}
          now={now}
          addressOf={addressOf}
          signIn={signInAddress(addressOf(conversation?.id ?? null))}
          onMore={more}
          onSearch={search}
          onImport={() => void openImport()}
          opened={menu?.id ?? null}
          menu={menu?.node}
          onMenu={(each, button) => void openMenu(each, button)}
          t={t}
        />
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
            t={t}
          >
            {tools?.keys}
          </ChatHeader>
        )}
        {front?.hero}
        {empty ? (
          !front && (
            <div className="flex flex-1 basis-0 flex-col">
              <h1 className="mt-auto px-4 pt-6 pb-6 text-center text-28 md:pb-8 pointer-coarse:[@media(height<30rem)]:sr-only">
                {t('chat.empty.title')}
              </h1>
            </div>
          )
        ) : (
          <TurnToolsContext value={tools}>
            <Dialogue
              key={thread.moves}
              turns={thread.turns}
              busy={thread.phase !== 'idle'}
              plans={plans}
              files={`${hub.hosts.api}/files/`}
              earlier={thread.earlier && `${addressOf(thread.id)}?before=${thread.earlier}`}
              t={t}
            />
          </TurnToolsContext>
        )}
        <ChatField {...{ hub, group, thread, field, asking, extras, front, plans, t }} />
        {front?.below ?? (
          <div
            className={`min-h-0 basis-0 overflow-y-auto transition-[flex-grow] duration-300 ${empty ? 'grow-[2.2] md:grow-[1.2]' : 'grow-0'}`}
          >
            {empty && group.models.length > 0 && <Prompts onPick={fill} t={t} />}
            {empty && children}
          </div>
        )}
        {dialog}
        <output className="sr-only">{said}</output>
      </div>
    </div>
  )
}
