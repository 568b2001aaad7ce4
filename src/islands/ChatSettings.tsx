import { useEffect, useState } from 'react'
import { failureOf } from '#client/failure.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Failure } from '#client/turns.ts'
import type { ChatGroup } from '#core/chat.ts'
import { toProblem } from '#core/problem.ts'
import type { Translate } from '#i18n/translate.ts'
import { saveChatSettings } from '#stores/chat-settings.ts'
import { $modifierEnter } from '#stores/enter.ts'
import { currentThread } from '#stores/thread.ts'
import { AskDialog } from '#ui/chat/AskDialog.tsx'
import { readSettings, SettingsFields } from '#ui/chat/SettingsFields.tsx'

export type ChatSettingsProps = {
  hub: HubInfo
  group: ChatGroup
  /** The key of the conversation's draft. */
  draft: string
  /** The name of the chosen model. */
  model: string
  onModel(name: string): void
  plans: string
  /** The button that opened the settings. It gets the focus back when they close. */
  button: HTMLElement
  onClose(): void
  t: Translate
}

/** The settings of a conversation, and the choice between Enter and Ctrl+Enter for sending. */
export function ChatSettings({
  hub,
  group,
  draft,
  model,
  onModel,
  plans,
  button,
  onClose,
  t
}: ChatSettingsProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { preset, temperature } = currentThread()
  useEffect(() => () => button.focus(), [button])

  const save = async (form: FormData): Promise<void> => {
    const { name, held, ...settings } = readSettings(form)
    setBusy(true)
    const problem = await saveChatSettings(draft, name, settings).then(() => null, toProblem)
    setBusy(false)
    setFailure(problem && failureOf(problem))
    if (problem !== null) return
    if (name !== model) onModel(name)
    $modifierEnter.set(held)
    onClose()
  }
  return (
    <AskDialog
      title={t('chat.settings.title')}
      action={t('chat.settings.save')}
      onSubmit={form => void save(form)}
      {...{ busy, failure, plans, onClose, t }}
    >
      <SettingsFields
        models={group.models}
        chosen={{ name: model, preset, temperature, held: $modifierEnter.get() }}
        locale={hub.locale}
        t={t}
      />
    </AskDialog>
  )
}
