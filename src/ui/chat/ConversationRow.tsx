import { Ellipsis, Pin } from 'lucide-react'
import type { Conversation } from '#contract/conversation.ts'
import type { Translate } from '#i18n/translate.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'

export type RowProps = {
  current: string | null
  addressOf(id: string | null): string
  /** The id of the conversation whose menu is open. */
  opened: string | null
  onMenu(conversation: Conversation, button: HTMLElement): void
  t: Translate
}

/**
 * A conversation in a list, with its search match. Its menu button shows on hover and focus, and
 * always on touch screens. The button needs a script.
 */
export function ConversationRow({
  conversation,
  current,
  addressOf,
  opened,
  onMenu,
  t
}: RowProps & { conversation: Conversation }) {
  const { id, found } = conversation
  const title = conversation.title || t('chat.list.untitled')
  const isTitle = found?.text === title
  return (
    <li className="group/row relative">
      <a
        href={addressOf(id)}
        aria-current={id === current ? 'page' : undefined}
        className="flex min-h-control items-center gap-2 rounded-control ps-3 pe-control text-muted hover:bg-surface-2 hover:text-text aria-[current=page]:bg-surface-3 aria-[current=page]:text-text"
      >
        <span className="grid min-w-0 flex-1 py-1">
          <span dir="auto" className="truncate">
            {isTitle ? <Marked found={found} /> : title}
          </span>
          {found !== undefined && !isTitle && (
            <span dir="auto" className="line-clamp-2 text-12 text-faint">
              <Marked found={found} />
            </span>
          )}
        </span>
        {conversation.pinned === true && <Pin {...ICON_PROPS} size={14} className="flex-none" />}
      </a>
      <button
        type="button"
        value={id}
        aria-label={t('chat.list.options', { title })}
        aria-haspopup="menu"
        aria-expanded={id === opened}
        onClick={event => onMenu(conversation, event.currentTarget)}
        className="icon-button absolute inset-y-0 end-0 opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100 noscript:hidden"
      >
        <Ellipsis {...ICON_PROPS} />
      </button>
    </li>
  )
}

function Marked({ found: { text, start, end } }: { found: NonNullable<Conversation['found']> }) {
  return (
    <>
      {text.slice(0, start)}
      <mark className="bg-transparent font-semibold text-text underline decoration-accent">
        {text.slice(start, end)}
      </mark>
      {text.slice(end)}
    </>
  )
}
