import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '#client/turns.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroup } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { ChatDelete } from '#islands/ChatDelete.tsx'
import { ChatExport } from '#islands/ChatExport.tsx'
import { ChatShare } from '#islands/ChatShare.tsx'
import { pinConversation, renameConversation } from '#stores/conversation-changes.ts'
import { AskDialog } from '#ui/chat/AskDialog.tsx'
import { ConversationMenu } from '#ui/chat/ConversationMenu.tsx'
import { RenameDialog } from '#ui/chat/RenameDialog.tsx'
import { setPageTitle } from '#ui/name-page.ts'

export type ChatMenuProps = {
  group: ChatGroup
  conversation: Conversation
  /** The button that opened the menu. It gets the focus back when the menu closes. */
  button: HTMLElement
  /** True if this conversation is the open one. */
  open: boolean
  /** The addresses of a new chat and of this conversation. */
  fresh: string
  address: string
  plans: string
  /** Announces a text to screen readers. */
  say(what: string): void
  onClose(): void
  t: Translate
}

type Step = 'menu' | 'rename' | 'share' | 'markdown' | 'json' | 'pin' | 'delete'

/** The menu of a conversation in the list, and the dialogs that it opens. */
export function ChatMenu(props: ChatMenuProps) {
  const { conversation, button, open, plans, onClose, t } = props
  const [step, setStep] = useState<Step>('menu')
  const { busy, failure, act } = useAct()
  const { id } = conversation
  const title = conversation.title || t('chat.list.untitled')
  const focusInstead = useFocusAfter(() => (button.isConnected ? button : optionsOf(id)))

  const rename = (name: string): void => {
    if (name === '' || name === conversation.title) return onClose()
    void act(renameConversation(id, name), () => {
      if (open) setPageTitle(name)
      onClose()
    })
  }
  const pin = (): void => {
    setStep('pin')
    void act(pinConversation(id, conversation.pinned !== true), onClose)
  }

  const common = { busy, failure, plans, onClose, t }
  switch (step) {
    case 'menu':
      return (
        <ConversationMenu
          title={title}
          button={button}
          pinned={conversation.pinned === true}
          projects={`${prefixOf(props.fresh)}/projects/move?chat=${id}`}
          onPin={pin}
          onRename={() => setStep('rename')}
          onShare={() => setStep('share')}
          onExport={setStep}
          onDelete={() => setStep('delete')}
          onClose={onClose}
          t={t}
        />
      )
    case 'rename':
      return <RenameDialog {...common} title={conversation.title} onName={rename} />
    case 'share':
      return <ChatShare {...{ id, title, plans, onClose, t }} />
    case 'markdown':
    case 'json':
      return <ChatExport form={step} {...{ id, plans, onClose, t }} />
    case 'pin':
      return failure === null ? null : (
        <AskDialog
          title={t('chat.list.not_pinned', { title })}
          action={t('chat.list.retry')}
          onSubmit={pin}
          {...common}
        >
          {null}
        </AskDialog>
      )
    case 'delete':
      return <ChatDelete {...props} id={id} title={title} onRow={focusInstead} />
  }
}

/** Returns the prefix of the page's language, from the address of a new chat in a group. */
function prefixOf(fresh: string): string {
  return fresh.split('/').slice(0, -2).join('/')
}

/** Runs an action and keeps its state: whether it is running, and why it failed. */
function useAct(): {
  busy: boolean
  failure: Failure | null
  /** @param after called on success */
  act(work: Promise<Failure | null>, after: () => void): Promise<void>
} {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  return {
    busy,
    failure,
    async act(work, after) {
      setBusy(true)
      setFailure(null)
      const problem = await work
      setBusy(false)
      setFailure(problem)
      if (problem === null) after()
    }
  }
}

type Target = () => HTMLElement | null

/**
 * Sets the focus once this component is unmounted and no modal dialog holds it any more.
 * @returns a function that changes the target
 */
function useFocusAfter(target: Target): (other: Target) => void {
  const focus = useRef(target)
  useEffect(() => () => focus.current()?.focus(), [])
  return useCallback(other => {
    focus.current = other
  }, [])
}

/** Finds the menu button of a row, which may have moved in the list since the menu opened. */
function optionsOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`button[value="${CSS.escape(id)}"]`)
}
