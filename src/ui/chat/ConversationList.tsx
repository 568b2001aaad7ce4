import { SquarePen, Upload, X } from 'lucide-react'
import { useLayoutEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { PAGE_SIZE, type SearchResults } from '#client/conversation-list.ts'
import type { Conversation } from '#contract/conversation.ts'
import { ConversationRow, type RowProps } from '#ui/chat/ConversationRow.tsx'
import { ConversationSearch } from '#ui/chat/ConversationSearch.tsx'
import { groupByDate } from '#ui/chat/date-groups.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { useNow } from '#ui/chat/use-now.ts'

/** Id by which buttons open the list as a drawer on a phone. */
export const CONVERSATION_LIST_ID = 'conversations'

type Props = RowProps & {
  title: string
  /** The search and its results; null while the whole list is shown. */
  found: SearchResults | null
  items: readonly Conversation[]
  rest: 'none' | 'more' | 'loading' | 'failed'
  guest: boolean
  locale: string
  /**
   * Time when the server rendered the page, in unix milliseconds. Dates are relative to it until
   * the browser's own clock is known.
   */
  now: number
  signIn: string
  onMore(): void
  onSearch(words: string): void
  onImport(): void
  /**
   * The menu of a conversation. It is inside the list, because a phone's drawer would close if the
   * menu were outside.
   */
  menu: ReactNode
}

const DRAWER =
  'inset-y-0 start-0 end-auto h-dvh max-h-none w-[min(20rem,85vw)] shadow-float transition-[translate,opacity] duration-200 open:flex starting:open:-translate-x-6 starting:open:opacity-0 rtl:starting:open:translate-x-6 md:static md:flex md:h-auto md:w-list md:flex-none md:shadow-none'

/**
 * The conversations of a group: a column beside the open one, or a drawer on a phone. The drawer
 * opens without a script.
 */
export function ConversationList(props: Props) {
  const { title, found, guest, addressOf, signIn, items, rest, t } = props
  return (
    <nav
      id={CONVERSATION_LIST_ID}
      popover="auto"
      aria-label={t('chat.list.title')}
      className={`flex-col border-e border-line bg-ground text-text ${DRAWER}`}
    >
      <ListHead title={title} addressOf={addressOf} t={t} />
      {!guest && <ConversationSearch found={found} onSearch={props.onSearch} t={t} />}
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
        {found ? <Rows conversations={found.items} {...props} /> : <Groups {...props} />}
        {guest ? (
          <p className="px-3 py-2 text-13 text-faint">
            {t('chat.list.guest')}{' '}
            <a className="link" href={signIn}>
              {t('chat.list.sign_in')}
            </a>
          </p>
        ) : (
          !found &&
          items.length === 0 &&
          rest === 'none' && <p className="px-3 py-2 text-13 text-faint">{t('chat.list.empty')}</p>
        )}
        {!found && <Rest {...props} />}
      </div>
      {!guest && (
        <button
          type="button"
          className="button button-quiet mx-2 mb-2 flex-none noscript:hidden"
          onClick={props.onImport}
        >
          <Upload {...ICON_PROPS} />
          {t('chat.import.menu')}
        </button>
      )}
      {props.menu}
    </nav>
  )
}

function ListHead({ title, addressOf, t }: Pick<Props, 'title' | 'addressOf' | 't'>) {
  return (
    <div className="flex h-14 flex-none items-center gap-1 ps-5 pe-2">
      <p className="me-auto truncate text-14 font-semibold">{title}</p>
      <a
        className="icon-button"
        href={addressOf(null)}
        title={t('chat.list.new')}
        aria-label={t('chat.list.new')}
        data-shortcut="new"
      >
        <SquarePen {...ICON_PROPS} />
      </a>
      <button
        type="button"
        className="icon-button md:hidden"
        popoverTarget={CONVERSATION_LIST_ID}
        popoverTargetAction="hide"
        aria-label={t('chat.list.close')}
      >
        <X {...ICON_PROPS} />
      </button>
    </div>
  )
}

function Groups(props: Props) {
  const { items, locale, now, t } = props
  const here = useNow()
  const groups = groupByDate(items, here ?? now, locale, here === null ? 'UTC' : undefined)
  return groups.map(({ group, items: conversations }) => (
    <section key={group} aria-label={t(`chat.list.${group}`)}>
      <h2 className="px-3 pt-4 pb-1 text-12 font-medium text-faint">{t(`chat.list.${group}`)}</h2>
      <Rows conversations={conversations} {...props} />
    </section>
  ))
}

function Rows({ conversations, ...props }: Props & { conversations: readonly Conversation[] }) {
  return (
    <ul>
      {conversations.map(each => (
        <ConversationRow key={each.id} conversation={each} {...props} />
      ))}
    </ul>
  )
}

/**
 * The button for more conversations. Without a script, it loads a page with the current ones and
 * more.
 */
function Rest(props: Props) {
  return props.rest === 'none' ? null : <More {...props} />
}

/** One button shows more, the loading state and the retry, so that it keeps the focus. */
function More({ items, rest, onMore, t }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const last = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => {
    const own = form.current
    return () => {
      // The button disappears after the last page. The focus then moves to the row that was last
      // before.
      if (own?.contains(document.activeElement)) last.current?.focus()
    }
  }, [])
  const more = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    last.current =
      [
        ...(event.currentTarget.closest('nav')?.querySelectorAll<HTMLAnchorElement>('li a') ?? [])
      ].at(-1) ?? null
    onMore()
  }
  return (
    <form ref={form} onSubmit={more}>
      {rest === 'failed' && (
        <p role="alert" className="px-3 py-2 text-13 text-muted">
          {t('chat.list.failed')}
        </p>
      )}
      <button
        name="page"
        value={items.length / PAGE_SIZE + 1}
        className="button button-quiet mt-2 w-full"
        aria-disabled={rest === 'loading'}
      >
        {t(
          rest === 'failed'
            ? 'chat.list.retry'
            : rest === 'loading'
              ? 'chat.list.loading'
              : 'chat.list.more'
        )}
      </button>
    </form>
  )
}
