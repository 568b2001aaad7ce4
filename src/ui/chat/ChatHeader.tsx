import { Coins, PanelLeft, SquarePen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Translate } from '#i18n/translate.ts'
import { CONVERSATION_LIST_ID } from '#ui/chat/ConversationList.tsx'
import { ICON_PROPS } from '#ui/chat/icon.ts'

type Props = {
  /** Null before the conversation exists. */
  title: string | null
  fresh: string
  /** Whether the reader is signed out. Guests have no plans to choose from. */
  guest: boolean
  /** Further buttons, once they have loaded. */
  children: ReactNode
  t: Translate
}

/** The open conversation's title. On a phone, it also links to the list and to a new chat. */
export function ChatHeader({ title, fresh, guest, children, t }: Props) {
  return (
    <header className="flex h-14 flex-none items-center gap-1 px-2 md:px-4">
      <button
        type="button"
        className="icon-button md:hidden"
        popoverTarget={CONVERSATION_LIST_ID}
        title={t('chat.list.open')}
        aria-label={t('chat.list.open')}
      >
        <PanelLeft {...ICON_PROPS} className="turns" />
      </button>
      {title !== null && (
        <h1 dir="auto" tabIndex={-1} className="min-w-0 truncate text-14 font-medium text-muted">
          {title}
        </h1>
      )}
      <span className="ms-auto" />
      {children}
      {!guest && (
        <button
          type="button"
          className="icon-button"
          popoverTarget="wallet"
          title={t('chat.plan')}
          aria-label={t('chat.plan')}
        >
          <Coins {...ICON_PROPS} />
        </button>
      )}
      <a
        className="icon-button md:hidden"
        href={fresh}
        title={t('chat.list.new')}
        aria-label={t('chat.list.new')}
        data-shortcut="new"
      >
        <SquarePen {...ICON_PROPS} />
      </a>
    </header>
  )
}
