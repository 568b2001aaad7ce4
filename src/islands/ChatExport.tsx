import { useEffect, useEffectEvent, useState } from 'react'
import { toJson, toMarkdown } from '#client/export-conversation.ts'
import { fileName, saveFile } from '#client/save-file.ts'
import type { Failure } from '#client/turns.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { Translate } from '#i18n/translate.ts'
import { readMessageTree, type Outcome } from '#stores/sharing.ts'
import { AskDialog } from '#ui/chat/AskDialog.tsx'

type Props = {
  id: string
  form: 'markdown' | 'json'
  plans: string
  onClose(): void
  t: Translate
}

/** Saves a conversation as a file. It shows a dialog only after a failure. */
export function ChatExport({ id, form, plans, onClose, t }: Props) {
  const [failure, setFailure] = useState<Failure | null>(null)

  const arrive = (outcome: Outcome<Conversation>): void => {
    setFailure(outcome.failure)
    if (outcome.value === null) return
    save(outcome.value, form, t)
    onClose()
  }
  const onArrival = useEffectEvent(arrive)
  useEffect(() => void readMessageTree(id).then(onArrival), [id])

  if (failure === null) return null
  return (
    <AskDialog
      {...{ failure, plans, onClose, t }}
      busy={false}
      title={t('chat.export.failed')}
      action={t('chat.export.retry')}
      onSubmit={() => void readMessageTree(id).then(arrive)}
    >
      {null}
    </AskDialog>
  )
}

function save(conversation: Conversation, form: Props['form'], t: Translate): void {
  const name = (ending: string): string =>
    fileName(conversation.title, ending, t('chat.export.file'))
  if (form === 'json') return saveFile(name('json'), 'application/json', toJson(conversation))
  const words = {
    untitled: t('chat.list.untitled'),
    you: t('chat.turn.you'),
    answer: t('chat.turn.answer'),
    file: t('chat.export.attachment')
  }
  saveFile(name('md'), 'text/markdown', toMarkdown(conversation, words))
}
