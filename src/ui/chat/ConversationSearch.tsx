import type { KeyboardEvent } from 'react'
import { MAX_SEARCH, type SearchResults } from '#client/conversation-list.ts'
import type { Translate } from '#i18n/translate.ts'

type Props = {
  found: SearchResults | null
  /** Called with each change; an empty text shows the whole list again. */
  onSearch(words: string): void
  t: Translate
}

/**
 * The search field of a list. It searches while the user types; without a script it loads a page of
 * results. Escape clears the field.
 */
export function ConversationSearch({ found, onSearch, t }: Props) {
  const empty = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Escape' || event.currentTarget.value === '') return
    event.preventDefault()
    event.currentTarget.value = ''
    onSearch('')
  }
  return (
    <form role="search" className="flex-none px-2 pb-1" onSubmit={event => event.preventDefault()}>
      <input
        type="search"
        name="search"
        className="input w-full"
        dir="auto"
        autoComplete="off"
        maxLength={MAX_SEARCH}
        aria-label={t('chat.found.label')}
        placeholder={t('chat.found.label')}
        defaultValue={found?.search}
        onInput={event => onSearch(event.currentTarget.value)}
        onKeyDown={empty}
      />
      <p role="status" className="px-3 text-13 break-words text-faint not-empty:pt-2">
        {found?.said}
      </p>
    </form>
  )
}
