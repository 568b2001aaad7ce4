import { retrieveConversation } from '#client/conversations.ts'
import { isOffline } from '#client/problem.ts'
import { failureOf } from '#client/failure.ts'
import type { Conversation } from '#contract/conversation.ts'
import { toProblem } from '#core/problem.ts'
import { localizePath } from '#i18n/locale.ts'
import type { LaterOptions } from '#islands/later-options.ts'
import { follow } from '#stores/asking.ts'
import { inBackground } from '#stores/credential.ts'
import { $thread, changeThread, currentThread, moveTo } from '#stores/thread.ts'
import { LIST_ID } from '#ui/chat/ConversationList.tsx'
import { namePage } from '#ui/name-page.ts'

type Move = {
  /** The address of a new conversation of the group. */
  base: string
  address: string
  push: boolean
}

/** Takes clicks on links to conversations of the open group, and back and forward among them. @returns ends it */
export function watchMoves(options: () => LaterOptions): () => void {
  const { hub, group } = options()
  const base = localizePath(`/${group.id}/conversations`, hub.locale)
  const click = (event: MouseEvent): void => {
    const address = addressIn(event, base)
    if (address === null) return
    event.preventDefault()
    void go(options(), { base, address, push: true })
  }
  const back = (): void => {
    const { pathname } = location
    // A guest's conversation has no address: whoever followed a link within it is still there.
    if (options().hub.user === null) return
    if (pathname === base || pathname.startsWith(`${base}/`)) void go(options(), { base, address: pathname, push: false })
  }
  document.addEventListener('click', click)
  addEventListener('popstate', back)
  // Somebody may have gone back before this was here.
  if (currentThread().phase === 'idle') back()
  return () => {
    document.removeEventListener('click', click)
    removeEventListener('popstate', back)
  }
}

/** Where a plain click on a link to a conversation of this group leads; null for all others. */
function addressIn(event: MouseEvent, base: string): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const changed = event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (link === null || changed || link.target !== '' || link.origin !== location.origin || link.search + link.hash !== '') return null
  return link.pathname === base || link.pathname.startsWith(`${base}/`) ? link.pathname : null
}

/** How often somebody went somewhere: the last way is the one that is gone. */
let moves = 0

/**
 * Shows another conversation of the group without loading a page: the address says which. What cannot be shown so is loaded.
 * An answer that is being written goes on at the server, and is read on in when somebody comes back.
 */
export async function go({ hub, group, thread, field, say, t }: LaterOptions, { base, address, push }: Move): Promise<void> {
  const mine = ++moves
  const id = address.slice(base.length + 1).replace(/\/$/, '')
  // Once somebody has signed out the store knows of none: what is drawn is what is open.
  const { id: open, turns } = $thread.get() ?? thread
  if (push) closeDrawer()
  if (id === (open ?? '') && (id !== '' || turns.length === 0)) return push ? focusAfter(field.current) : undefined
  const found = await find()
  if (mine !== moves || found === undefined) return
  const before = location.pathname + location.search
  if (push) history.pushState(null, '', address)
  moveTo(found)
  const title = found === null ? t('chat.page.title', { group: group.title }) : found.title || t('chat.list.untitled')
  namePage(title)
  say(t('chat.turn.opened', { title }))
  retarget(before)
  // Once it is drawn.
  requestAnimationFrame(() => focusAfter(field.current))
  void follow(hub)

  /** @returns undefined when the page is left for it, or cannot be */
  async function find(): Promise<Conversation | null | undefined> {
    if (id === '') return null
    try {
      const conversation = await inBackground(hub, token => retrieveConversation(hub, token, decodeURIComponent(id)))
      if (group.models.some(({ name }) => name === conversation.model)) return conversation
    } catch (thrown) {
      const problem = toProblem(thrown)
      if (push && isOffline(problem)) {
        if (mine === moves) changeThread({ notice: failureOf(problem) })
        return undefined
      }
    }
    // Of another group, not there, or not theirs: the server knows what to say.
    if (mine === moves) location.assign(address)
    return undefined
  }
}

/** On a phone the list lies over what is opened. */
function closeDrawer(): void {
  const list = document.getElementById(LIST_ID)
  if (list?.matches(':popover-open')) list.hidePopover()
}

/** Sends the focus to where one writes; where that opens a keyboard on the screen, to the name of what is open. */
export function focusAfter(field: HTMLTextAreaElement | null): void {
  const heading = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.getElementById('main')
  const target = field === null || matchMedia('(pointer: coarse)').matches ? heading : field
  target?.focus({ preventScroll: true })
}

/** The frame's links that come back to this page come back to where it is now. @param before the address it was made for */
export function retarget(before: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href*="redirect="]')) {
    const url = new URL(link.href)
    if (url.searchParams.get('redirect') !== before) continue
    url.searchParams.set('redirect', location.pathname + location.search)
    link.href = url.pathname + url.search
  }
}
