import { useCallback, useEffect, useRef, useState } from 'react'
import type { HubInfo } from '#client/hub.ts'
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
import { namePage } from '#ui/name-page.ts'

/** Most characters in a name. */
const MAX_TITLE = 200

export type ChatMenuProps = {
  hub: HubInfo
  group: ChatGroup
  conversation: Conversation
  /** The button that was pressed; it has the focus again at the end. */
  button: HTMLElement
  /** Is it the open one? */
  open: boolean
  /** Where a new chat begins, and where this one stands. */
  fresh: string
  address: string
  plans: string
  /** Tells a screen reader. */
  say(what: string): void
  onClose(): void
  t: Translate
}

/** What a person does with a conversation of their list: the menu, and the questions that come of it. */
export function ChatMenu({ hub, group, conversation, button, open, fresh, address, plans, say, onClose, t }: ChatMenuProps) {
  const [step, setStep] = useState<'menu' | 'rename' | 'share' | 'markdown' | 'json' | 'pin' | 'delete'>('menu')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { id } = conversation
  const title = conversation.title || t('chat.list.untitled')
  const focusInstead = useFocusAfter(() => (button.isConnected ? button : optionsOf(id)))

  /** @param after what follows when it is done; else the dialog says why not */
  const act = async (work: Promise<Failure | null>, after: () => void): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const problem = await work
    setBusy(false)
    setFailure(problem)
    if (problem === null) after()
  }
  const rename = (name: string): void => {
    if (name === '' || name === conversation.title) return onClose()
    void act(renameConversation(hub, id, name), () => {
      if (open) namePage(name)
      onClose()
    })
  }
  const pin = (): void => {
    setStep('pin')
    void act(pinConversation(hub, id, conversation.pinned !== true), onClose)
  }

  const common = { busy, failure, plans, onClose, t }
  switch (step) {
    case 'menu':
      return (
        <ConversationMenu
          title={title}
          button={button}
          pinned={conversation.pinned === true}
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
      return (
        <AskDialog
          title={t('chat.rename.title')}
          action={t('chat.rename.save')}
          onSubmit={form => rename(String(form.get('title')).trim())}
          {...common}
        >
          <label className="field">
            <span className="field-label">{t('chat.rename.label')}</span>
            <input
              name="title"
              className="input"
              dir="auto"
              placeholder=" "
              autoComplete="off"
              required
              maxLength={MAX_TITLE}
              defaultValue={conversation.title}
              onFocus={event => event.currentTarget.select()}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that asks for a name begins in the field
              autoFocus
            />
          </label>
        </AskDialog>
      )
    case 'share':
      return <ChatShare {...{ hub, id, title, plans, onClose, t }} />
    case 'markdown':
    case 'json':
      return <ChatExport form={step} {...{ hub, id, plans, onClose, t }} />
    case 'pin':
      return failure === null ? null : (
        <AskDialog title={t('chat.list.not_pinned', { title })} action={t('chat.list.retry')} onSubmit={pin} {...common}>
          {null}
        </AskDialog>
      )
    case 'delete':
      return <ChatDelete {...{ hub, group, id, title, button, fresh, address, plans, say, onClose, t }} onRow={focusInstead} />
  }
}

type Target = () => HTMLElement | null

/** Where the focus goes once this is off the page, and nothing modal holds it any more. @returns sends it elsewhere */
function useFocusAfter(target: Target): (other: Target) => void {
  const focus = useRef(target)
  useEffect(() => () => focus.current()?.focus(), [])
  return useCallback(other => {
    focus.current = other
  }, [])
}

/** The button of a row, which may have moved to another day with its new name. */
function optionsOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`button[value="${CSS.escape(id)}"]`)
}
