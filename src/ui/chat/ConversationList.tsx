import { Ellipsis, SquarePen, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Conversation } from '#contract/conversation.ts'
import type { Translate } from '#i18n/translate.ts'
import { groupByDate } from '#ui/chat/date-groups.ts'
import { ICON } from '#ui/chat/icon.ts'
import { useNow } from '#ui/chat/use-now.ts'

/** Under this name the drawer of a phone is opened. */
export const LIST_ID = 'conversations'

type Props = {
  title: string
  items: readonly Conversation[]
  rest: 'none' | 'more' | 'loading' | 'failed'
  current: string | null
  guest: boolean
  locale: string
  /** When the page was made, in unix milliseconds: days are counted from it until the browser's own calendar is known. */
  now: number
  addressOf(id: string | null): string
  signIn: string
  onMore(): void
  /** The id of the conversation whose menu is open. */
  opened: string | null
  /** The menu; inside the list, so that a phone's drawer stays open under it. */
  menu: ReactNode
  onMenu(conversation: Conversation, button: HTMLElement): void
  t: Translate
}

const DRAWER =
  'inset-y-0 start-0 end-auto h-dvh max-h-none w-[min(20rem,85vw)] shadow-float transition-[translate,opacity] duration-200 open:flex starting:open:-translate-x-6 starting:open:opacity-0 rtl:starting:open:translate-x-6 md:static md:flex md:h-auto md:w-list md:flex-none md:shadow-none'

/** The conversations of a group: a column beside the open one, a drawer on a phone, which opens without a script. */
export function ConversationList(props: Props) {
  const { title, guest, addressOf, signIn, items, rest, t } = props
  return (
    <nav
      id={LIST_ID}
      popover="auto"
      aria-label={t('chat.list.title')}
      className={`flex-col border-e border-line bg-ground text-text ${DRAWER}`}
    >
      <div className="flex h-14 flex-none items-center gap-1 ps-5 pe-2">
        <p className="me-auto truncate text-14 font-semibold">{title}</p>
        <a className="icon-button" href={addressOf(null)} title={t('chat.list.new')} aria-label={t('chat.list.new')}>
          <SquarePen {...ICON} />
        </a>
        <button
          type="button"
          className="icon-button md:hidden"
          popoverTarget={LIST_ID}
          popoverTargetAction="hide"
          aria-label={t('chat.list.close')}
        >
          <X {...ICON} />
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
        {items.length > 0 && <Groups {...props} />}
        {guest ? (
          <p className="px-3 py-2 text-13 text-faint">
            {t('chat.list.guest')}{' '}
            <a className="link" href={signIn}>
              {t('chat.list.sign_in')}
            </a>
          </p>
        ) : (
          items.length === 0 && rest === 'none' && <p className="px-3 py-2 text-13 text-faint">{t('chat.list.empty')}</p>
        )}
        <Rest {...props} />
      </div>
      {props.menu}
    </nav>
  )
}

function Groups(props: Props) {
  const { items, locale, now, t } = props
  const here = useNow()
  const groups = here === null ? groupByDate(items, now, locale, 'UTC') : groupByDate(items, here, locale)
  return groups.map(({ group, items: conversations }) => (
    <section key={group} aria-label={t(`chat.list.${group}`)}>
      <h2 className="px-3 pt-4 pb-1 text-12 font-medium text-faint">{t(`chat.list.${group}`)}</h2>
      <ul>
        {conversations.map(each => (
          <Row key={each.id} conversation={each} {...props} />
        ))}
      </ul>
    </section>
  ))
}

/** The button shows on hover and focus, and where nothing hovers; it does nothing without a script. */
function Row({ conversation, current, addressOf, opened, onMenu, t }: Props & { conversation: Conversation }) {
  const { id } = conversation
  const title = conversation.title || t('chat.list.untitled')
  return (
    <li className="group/row relative">
      <a
        href={addressOf(id)}
        aria-current={id === current ? 'page' : undefined}
        className="flex min-h-control items-center rounded-control ps-3 pe-control text-muted hover:bg-surface-2 hover:text-text aria-[current=page]:bg-surface-3 aria-[current=page]:text-text"
      >
        <span dir="auto" className="min-w-0 truncate">
          {title}
        </span>
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
        <Ellipsis {...ICON} />
      </button>
    </li>
  )
}

function Rest({ rest, onMore, t }: Props) {
  switch (rest) {
    case 'none':
      return null
    case 'more':
    case 'loading':
      return (
        <button type="button" className="button button-quiet mt-2 w-full" disabled={rest === 'loading'} onClick={onMore}>
          {t(rest === 'more' ? 'chat.list.more' : 'chat.list.loading')}
        </button>
      )
    case 'failed':
      return (
        <div role="alert" className="grid gap-2 px-3 py-2 text-13 text-muted">
          <p>{t('chat.list.failed')}</p>
          <button type="button" className="button" onClick={onMore}>
            {t('chat.list.retry')}
          </button>
        </div>
      )
  }
}
