import { isHandHeld } from '#client/hand-held.ts'
import { retrieveConversation } from '#client/conversations.ts'
import { isOffline } from '#client/problem.ts'
import { failureOf } from '#client/failure.ts'
import type { Conversation } from '#contract/conversation.ts'
import { toProblem } from '#core/problem.ts'
import { localizePath } from '#i18n/locale.ts'
import type { ChatModuleOptions } from '#islands/later-options.ts'
import { followAnswer } from '#stores/asking.ts'
import { withCredentialSilently } from '#stores/credential.ts'
import { $thread, changeThread, currentThread, switchThread } from '#stores/thread.ts'
import { CONVERSATION_LIST_ID } from '#ui/chat/ConversationList.tsx'
import { setPageTitle } from '#ui/name-page.ts'

type Move = {
  /** The address of a new conversation in the group. */
  base: string
  address: string
  push: boolean
}

/**
 * Opens conversations of the open group without a page load, for clicks on links and for back and
 * forward.
 * @returns a function that stops it
 */
export function watchNavigation(options: () => ChatModuleOptions): () => void {
  const { hub, group } = options()
  const base = localizePath(`/${group.id}/conversations`, hub.locale)
  const click = (event: MouseEvent): void => {
    const address = addressIn(event, base)
    if (address === null) return
    event.preventDefault()
    void showConversation(options(), { base, address, push: true })
  }
  const back = (): void => {
    const { pathname } = location
    // A guest's conversation has no address. Going back after a link within the page, such as the
    // skip link, stays in the conversation.
    if (options().hub.user === null) return
    if (pathname === base || pathname.startsWith(`${base}/`))
      void showConversation(options(), { base, address: pathname, push: false })
  }
  document.addEventListener('click', click)
  addEventListener('popstate', back)
  // The user may have gone back before this code was loaded.
  if (currentThread().phase === 'idle') back()
  return () => {
    document.removeEventListener('click', click)
    removeEventListener('popstate', back)
  }
}

/**
 * Returns the path of a plain click on a link to a conversation of this group; null for other
 * clicks.
 */
function addressIn(event: MouseEvent, base: string): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const changed =
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  if (
    link === null ||
    changed ||
    link.target !== '' ||
    link.origin !== location.origin ||
    link.search + link.hash !== ''
  )
    return null
  return link.pathname === base || link.pathname.startsWith(`${base}/`) ? link.pathname : null
}

/** Counts navigations, so that only the last one is shown. */
let moves = 0

/**
 * Shows another conversation of the group without loading a page, and updates the address. If that
 * is not possible, it loads the page. An answer in progress continues on the server, and the page
 * follows it again when the user returns.
 */
export async function showConversation(
  { group, thread, field, say, t }: ChatModuleOptions,
  { base, address, push }: Move
): Promise<void> {
  const mine = ++moves
  const id = address.slice(base.length + 1).replace(/\/$/, '')
  // The store is empty after signing out, so compare with the rendered conversation instead.
  const { id: open, turns } = $thread.get() ?? thread
  if (push) closeDrawer()
  if (id === (open ?? '') && (id !== '' || turns.length === 0))
    return push ? focusComposer(field.current) : undefined
  const found = await find()
  if (mine !== moves || found === undefined) return
  const before = location.pathname + location.search
  if (push) history.pushState(null, '', address)
  switchThread(found)
  const title =
    found === null
      ? t('chat.page.title', { group: group.title })
      : found.title || t('chat.list.untitled')
  setPageTitle(title)
  say(t('chat.turn.opened', { title }))
  updateRedirectLinks(before)
  // Wait until the conversation is rendered.
  requestAnimationFrame(() => focusComposer(field.current))
  void followAnswer()

  /**
   * Loads the conversation.
   * @returns undefined when the browser loads its page instead, or when the network fails
   */
  async function find(): Promise<Conversation | null | undefined> {
    if (id === '') return null
    try {
      const conversation = await withCredentialSilently(token =>
        retrieveConversation(token, decodeURIComponent(id))
      )
      if (group.models.some(({ name }) => name === conversation.model)) return conversation
    } catch (thrown) {
      const problem = toProblem(thrown)
      if (push && isOffline(problem)) {
        if (mine === moves) changeThread({ notice: failureOf(problem) })
        return undefined
      }
    }
    // The conversation is in another group, does not exist or belongs to somebody else. The
    // server's page handles that.
    if (mine === moves) location.assign(address)
    return undefined
  }
}

/** Closes the list, which covers the conversation on a phone. */
function closeDrawer(): void {
  const list = document.getElementById(CONVERSATION_LIST_ID)
  if (list?.matches(':popover-open')) list.hidePopover()
}

/**
 * Focuses the composer. On a touch device, where that would open a keyboard, it focuses the
 * heading.
 */
export function focusComposer(field: HTMLTextAreaElement | null): void {
  const heading =
    document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.getElementById('main')
  const target = field === null || isHandHeld() ? heading : field
  target?.focus({ preventScroll: true })
}

/**
 * Updates the `redirect` of the page frame's links, so that they lead back to the current address.
 * @param before the address for which they were rendered
 */
export function updateRedirectLinks(before: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href*="redirect="]')) {
    const url = new URL(link.href)
    if (url.searchParams.get('redirect') !== before) continue
    url.searchParams.set('redirect', location.pathname + location.search)
    link.href = url.pathname + url.search
  }
}
