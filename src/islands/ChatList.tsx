import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import { signInAddress } from '#client/sign-in.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroupId } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import type { ChatProps } from '#islands/chat-props.ts'
import { loadChatImport, loadChatMenu } from '#islands/lazily.ts'
import { $conversations, $searchResults, createConversationList } from '#stores/conversations.ts'
import { ConversationList } from '#ui/chat/ConversationList.tsx'

type Props = Omit<ChatProps, 't' | 'children'> & {
  /** The id of the open conversation; null for a new one. */
  current: string | null
  plans: string
  addressOf(id: string | null): string
  /** Announces a text to screen readers. */
  say(what: string): void
  t: Translate
}

/** The list of conversations: its pages, its search, its menus, and the import. */
export function ChatList(props: Props) {
  const {
    hub,
    group,
    conversation,
    conversations,
    found = null,
    now,
    current,
    addressOf,
    t
  } = props
  const list = useStore($conversations) ?? createConversationList(conversations)
  const searched = useStore($searchResults)
  const { menu, openMenu, openImport } = useMenu(props)
  return (
    <ConversationList
      title={group.title}
      found={searched === undefined ? found : searched}
      items={hub.user === null ? [] : list.items}
      rest={list.rest}
      current={current}
      guest={hub.user === null}
      locale={hub.locale}
      now={now}
      addressOf={addressOf}
      signIn={signInAddress(addressOf(conversation?.id ?? null))}
      onMore={() => loadMore(group.id)}
      onSearch={words => search(group.id, words, t)}
      onImport={() => void openImport()}
      opened={menu?.id ?? null}
      menu={menu?.node}
      onMenu={(each, button) => void openMenu(each, button)}
      t={t}
    />
  )
}

/** The menu or dialog that is open, and the id of its conversation; empty for the import. */
type Opened = { id: string; node: ReactNode }

function useMenu({ hub, group, current, plans, addressOf, say, t }: Props): {
  menu: Opened | null
  openMenu(conversation: Conversation, button: HTMLElement): Promise<void>
  openImport(): Promise<void>
} {
  const [menu, setMenu] = useState<Opened | null>(null)
  const onClose = (): void => setMenu(null)
  return {
    menu,
    async openMenu(conversation, button) {
      const { id } = conversation
      const Menu = menu?.id === id ? null : await loadChatMenu()
      if (Menu === null) return onClose()
      const [fresh, address] = [addressOf(null), addressOf(id)]
      const open = id === current
      const node = (
        <Menu
          key={id}
          {...{ group, conversation, button, open, fresh, address, plans, say, onClose, t }}
        />
      )
      setMenu({ id, node })
    },
    async openImport() {
      const Import = await loadChatImport()
      if (Import !== null)
        setMenu({ id: '', node: <Import {...{ hub, group: group.id, plans, onClose, t }} /> })
    }
  }
}

function loadMore(group: ChatGroupId): void {
  void import('#stores/more-conversations.ts').then(part => part.loadConversations(group))
}

function search(group: ChatGroupId, words: string, t: Translate): void {
  void import('#stores/conversation-search.ts').then(
    part => part.searchHistory(group, words, t),
    () => $searchResults.set({ search: words, items: [], said: t('chat.found.failed') })
  )
}
