import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Failure } from '#client/turns.ts'
import { deriveTitle, type ChatGroup } from '#core/chat.ts'
import { isolateDirection } from '#core/format.ts'
import type { Translate } from '#i18n/translate.ts'
import { focusComposer, updateRedirectLinks } from '#islands/moving.ts'
import { restoreConversation, discardConversation } from '#stores/conversation-changes.ts'
import { currentThread } from '#stores/thread.ts'
import { CONVERSATION_LIST_ID } from '#ui/chat/ConversationList.tsx'
import { setPageTitle } from '#ui/name-page.ts'

export type DeletionOptions = {
  group: ChatGroup
  id: string
  title: string
  /** The button in the conversation's row. */
  button: HTMLElement
  /** The addresses of a new chat and of this conversation. */
  fresh: string
  address: string
  /** Announces a text to screen readers. */
  say(what: string): void
  /** Called when the row disappears or reappears. `focus` finds the element to focus at the end. */
  onRow(focus: () => HTMLElement | null): void
  onClose(): void
  t: Translate
}

type Step = { is: 'deleting' | 'deleted' | 'restoring'; failure: Failure | null }

type Deletion = Step & {
  /** The message that the conversation was deleted. */
  text: string
  restore(): void
  /** Repeats the step that failed. */
  retry(): void
}

/**
 * Deletes a conversation as soon as the component is shown, and can restore it. If the conversation
 * is open, a new chat replaces it.
 */
export function useDeletion(options: DeletionOptions): Deletion {
  const { group, id, title, button, fresh, address, say, onRow, onClose, t } = options
  const [step, setStep] = useState<Step>({ is: 'deleting', failure: null })
  // The title may be long, and its text direction may differ from the sentence around it.
  const text = t('chat.undo.deleted', { title: isolateDirection(deriveTitle(title)) })
  const before = useRef({
    isOpen: false,
    address: '',
    neighbour: undefined as HTMLElement | undefined
  })

  const remove = (): Promise<Failure | null> => {
    const isOpen = currentThread().id === id
    before.current = {
      isOpen,
      address: location.pathname + location.search,
      neighbour: neighbourOf(button)
    }
    return discardConversation(id)
  }
  const arrive = (problem: Failure | null): void => {
    setStep({ is: problem === null ? 'deleted' : 'deleting', failure: problem })
    if (problem !== null) return
    onRow(() => null)
    if (before.current.isOpen) {
      leave(fresh, before.current.address)
      setPageTitle(t('chat.page.title', { group: group.title }))
    } else before.current.neighbour?.focus()
    say(text)
  }
  const restore = async (): Promise<void> => {
    setStep({ is: 'restoring', failure: null })
    const problem = await restoreConversation(id)
    if (problem !== null) return setStep({ is: 'restoring', failure: problem })
    say(t('chat.undo.done', { title }))
    if (before.current.isOpen) goTo(address)
    else onRow(() => linkOf(address))
    onClose()
  }
  const retry = (): void => {
    setStep({ is: step.is, failure: null })
    void (step.is === 'restoring' ? restore() : remove().then(arrive))
  }
  const onShown = useEffectEvent(remove)
  const onArrival = useEffectEvent(arrive)
  useEffect(() => void onShown().then(onArrival), [])
  return { ...step, text, restore: () => void restore(), retry }
}

/**
 * Changes the page's address to that of a new chat and focuses its field. No history entry leads
 * back to the deleted conversation.
 */
function leave(fresh: string, before: string): void {
  const list = document.getElementById(CONVERSATION_LIST_ID)
  if (list?.matches('[popover]:popover-open')) list.hidePopover()
  history.replaceState(null, '', fresh)
  updateRedirectLinks(before)
  // Wait until the field is rendered.
  requestAnimationFrame(() =>
    focusComposer(document.querySelector<HTMLTextAreaElement>('main textarea[name=question]'))
  )
}

/** Navigates like a click on a link of the list. */
function goTo(address: string): void {
  const link = document.createElement('a')
  link.href = address
  document.body.append(link)
  link.click()
  link.remove()
}

function linkOf(address: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(
    `#${CONVERSATION_LIST_ID} a[href="${CSS.escape(address)}"]`
  )
}

/** Finds the link nearest to the row that will be removed. That link gets the focus. */
function neighbourOf(button: HTMLElement): HTMLElement | undefined {
  const links = [...(button.closest('nav')?.querySelectorAll<HTMLElement>('a') ?? [])]
  const row = button.closest('li')
  const at = links.findIndex(link => row?.contains(link))
  return links[at + 1] ?? links[at - 1]
}
