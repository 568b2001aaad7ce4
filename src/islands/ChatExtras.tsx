import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { failureOf } from '#client/failure.ts'
import { goToSignIn } from '#client/sign-in.ts'
import { MAX_REFERENCES, type ChatModel } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import { referenceKind, contentReferences, supportsFileKind } from '#core/reference.ts'
import type { Translate } from '#i18n/translate.ts'
import {
  findChosenModel,
  type ComposerButtonPress,
  type ExtrasOptions
} from '#islands/extras-options.ts'
import { loadOrNotify } from '#islands/lazily.ts'
import { useFileDrop } from '#islands/use-transfer.ts'
import {
  $attachments,
  $overfilledDraft,
  attachFiles,
  restoreAttachments,
  removeAttachment,
  type Attachment
} from '#stores/attachments.ts'
import { restoreChatSettings } from '#stores/chat-settings.ts'
import { draftKey } from '#stores/drafts.ts'
import { changeThread, type Thread } from '#stores/thread.ts'
import { Attachments } from '#ui/chat/Attachments.tsx'
import { modelPrice } from '#ui/chat/model-price.ts'

export { AttachButtons } from '#islands/AttachButtons.tsx'

/** The files of the question being written. `onHold` receives why the question cannot be sent. */
export function ChatFiles({
  onHold,
  ...options
}: ExtrasOptions & { onHold(reason: string): void }) {
  const { hub, group, thread, t } = options
  const draft = draftKey(group.id, thread.id)
  const items = useStore($attachments).filter(each => each.draft === draft && !each.asked)
  const crowded = useStore($overfilledDraft) === draft
  const hold =
    options.model === '' && thread.model !== ''
      ? t('chat.models.gone')
      : holdOf(items, findChosenModel(options), t)
  useEffect(() => {
    onHold(hold)
    return () => onHold('')
  }, [hold, onHold])
  // Restore what was saved before this page: files, and the settings of a conversation that has not
  // begun.
  useEffect(() => {
    restoreAttachments(draft)
    restoreChatSettings(draft)
  }, [draft])
  const unread = unreadBy(findChosenModel(options), thread)
  const successor = successorIn(options)
  return (
    <>
      {successor !== undefined && (
        <p className="px-4 pt-3 text-12 text-muted">
          {t('chat.models.replaced', {
            model: successor.label,
            price: modelPrice(successor, hub.locale, t)
          })}
        </p>
      )}
      {unread !== '' && (
        <p className="px-4 pt-3 text-12 text-muted">{t('chat.models.unread', { model: unread })}</p>
      )}
      {items.length > 0 && (
        <Attachments
          items={items}
          crowded={crowded}
          most={MAX_REFERENCES}
          locale={hub.locale}
          onRemove={removeAttachment}
          t={t}
        />
      )}
    </>
  )
}

/** Returns the chosen model if it succeeds the conversation's model, which its vendor retired. */
function successorIn(options: Pick<ExtrasOptions, 'group' | 'model' | 'thread'>) {
  const { group, model, thread } = options
  const own = group.models.find(({ name }) => name === thread.model)
  return own?.becomes === model ? findChosenModel(options) : undefined
}

/**
 * Returns the name of the chosen model if it cannot read the files of earlier questions; empty
 * otherwise.
 */
function unreadBy(model: ChatModel | undefined, { turns }: Thread): string {
  const files = turns.flatMap(({ content }) => contentReferences(content))
  return model !== undefined &&
    files.some(({ type }) => !supportsFileKind(model, referenceKind(type) ?? 'document'))
    ? model.label
    : ''
}

/**
 * Adds the chosen files and opens the settings when the user presses the composer's buttons. The
 * user can also drop and paste files anywhere in the conversation.
 * @param asked the press that has not been handled yet; null for none
 */
export function ChatTools({
  asked,
  onTaken,
  ...options
}: ExtrasOptions & { asked: ComposerButtonPress | null; onTaken(): void }) {
  const { hub, group, thread, field, t } = options
  const [dialog, setDialog] = useState<ReactNode>(null)
  const draft = draftKey(group.id, thread.id)
  const onFiles = (files: readonly File[]): void => {
    if (hub.user === null) goToSignIn()
    else attachFiles(draft, files)
  }
  const onLink = (link: string): boolean => {
    if (!link.startsWith(`${hub.hosts.api}/files/`)) return false
    if (hub.user === null) goToSignIn()
    else
      void loadOrNotify(import('#stores/attach-own.ts')).then(part =>
        part?.attachOwnFile(draft, link)
      )
    return true
  }
  const over = useFileDrop(field, { onFiles, onLink })
  const onSettings = async (button: HTMLElement): Promise<void> => {
    const part = await import('#islands/ChatSettings.tsx').catch(() => null)
    if (part === null)
      changeThread({ notice: failureOf(new Problem('unknown', { detail: 'offline' })) })
    else
      setDialog(
        <part.ChatSettings
          {...options}
          draft={draft}
          button={button}
          onClose={() => setDialog(null)}
        />
      )
  }
  const onAsked = useEffectEvent((wanted: ComposerButtonPress) => {
    onTaken()
    if ('files' in wanted) onFiles(wanted.files)
    else void onSettings(wanted.button)
  })
  useEffect(() => {
    // Deferred: `onAsked` sets state, which an effect should not do synchronously.
    if (asked !== null) void Promise.resolve(asked).then(onAsked)
  }, [asked])
  return (
    <>
      {dialog !== null && createPortal(dialog, document.body)}
      {over !== null &&
        createPortal(
          <p className="pointer-events-none absolute inset-2 grid place-items-center rounded-composer border-2 border-dashed border-accent bg-surface-2 text-20">
            {t('chat.attach.drop')}
          </p>,
          over
        )}
    </>
  )
}

function holdOf(items: readonly Attachment[], model: ChatModel | undefined, t: Translate): string {
  const good = items.filter(each => each.failure === null)
  if (
    model !== undefined &&
    good.some(({ type }) => !supportsFileKind(model, referenceKind(type) ?? 'text'))
  ) {
    return t(model.isImageSupported ? 'chat.attach.pictures_only' : 'chat.attach.none', {
      model: model.label
    })
  }
  return good.some(({ url }) => url === '') ? t('chat.attach.wait') : ''
}
