import { useEffect, useRef, useState, type RefObject } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { Failure } from '#client/turns.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { Translate } from '#i18n/translate.ts'
import { deleteConversation, renameConversation } from '#stores/conversation-changes.ts'
import { AskDialog } from '#ui/chat/AskDialog.tsx'
import { ConversationMenu } from '#ui/chat/ConversationMenu.tsx'

/** Most characters in a name. */
const MAX_TITLE = 200

export type ChatMenuProps = {
  hub: HubInfo
  conversation: Conversation
  /** The button that was pressed; it has the focus again at the end. */
  button: HTMLElement
  /** Is it the open one? */
  open: boolean
  /** Where a new chat begins. */
  fresh: string
  plans: string
  onClose(): void
  t: Translate
}

/** What a person does with a conversation of their list: the menu, and the questions that come of it. */
export function ChatMenu({ hub, conversation, button, open, fresh, plans, onClose, t }: ChatMenuProps) {
  const [step, setStep] = useState<'menu' | 'rename' | 'delete'>('menu')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { id } = conversation
  const title = conversation.title || t('chat.list.untitled')
  const focus = useFocusAfter(() => (button.isConnected ? button : optionsOf(id)))

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
      if (open) document.title = name
      onClose()
    })
  }
  const remove = (): void => {
    const neighbour = neighbourOf(button)
    void act(deleteConversation(hub, id), () => {
      focus.current = () => neighbour
      onClose()
      if (open) location.replace(fresh)
    })
  }

  const common = { busy, failure, plans, onClose, t }
  switch (step) {
    case 'menu':
      return (
        <ConversationMenu
          title={title}
          button={button}
          onRename={() => setStep('rename')}
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
    case 'delete':
      return (
        <AskDialog title={t('chat.delete.title')} action={t('chat.delete.action')} onSubmit={remove} {...common}>
          <p className="break-words text-muted">{t('chat.delete.text', { title })}</p>
        </AskDialog>
      )
  }
}

/** Where the focus goes once this is off the page, and nothing modal holds it any more. */
function useFocusAfter(target: () => HTMLElement | null | undefined): RefObject<typeof target> {
  const focus = useRef(target)
  useEffect(() => () => focus.current()?.focus(), [])
  return focus
}

/** The button of a row, which may have moved to another day with its new name. */
function optionsOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`button[value="${CSS.escape(id)}"]`)
}

/** The link that is nearest to where the row was, for the focus. */
function neighbourOf(button: HTMLElement): HTMLElement | undefined {
  const links = [...(button.closest('nav')?.querySelectorAll<HTMLElement>('a') ?? [])]
  const row = button.closest('li')
  const at = links.findIndex(link => row?.contains(link))
  return links[at + 1] ?? links[at - 1]
}
