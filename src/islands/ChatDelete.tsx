import { useDeletion, type DeletionOptions } from '#islands/use-deletion.ts'
import { AskDialog } from '#ui/chat/AskDialog.tsx'
import { UndoNotice } from '#ui/chat/UndoNotice.tsx'

/** Deletes a conversation immediately and offers to undo this for a while. */
export function ChatDelete({ plans, ...options }: DeletionOptions & { plans: string }) {
  const { is, failure, text, restore, retry } = useDeletion(options)
  const { title, onClose, t } = options
  if (failure !== null) {
    return (
      <AskDialog
        {...{ failure, plans, onClose, t }}
        busy={false}
        title={t(is === 'restoring' ? 'chat.undo.not_restored' : 'chat.undo.not_deleted', {
          title
        })}
        action={t('chat.list.retry')}
        onSubmit={retry}
      >
        {null}
      </AskDialog>
    )
  }
  if (is === 'deleting') return null
  return (
    <UndoNotice text={text} busy={is === 'restoring'} onUndo={restore} onClose={onClose} t={t} />
  )
}
