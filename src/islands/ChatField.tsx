import { useSyncExternalStore, type RefObject } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { ChatGroup } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { askedName, guestLine } from '#islands/chat-lines.ts'
import type { Front } from '#islands/front.ts'
import type { Asking } from '#islands/use-asking.ts'
import type { useExtras } from '#islands/use-extras.tsx'
import { isKept } from '#stores/persisted.ts'
import type { Thread } from '#stores/thread.ts'
import { Composer } from '#ui/chat/Composer.tsx'
import { FailureNote } from '#ui/chat/FailureNote.tsx'
import { ModelSelect } from '#ui/chat/ModelSelect.tsx'
import { unchanging } from '#ui/unchanging.ts'

/** Fades the text that scrolls under the composer. */
const FADE =
  'before:pointer-events-none before:absolute before:inset-x-0 before:-top-6 before:h-6 before:bg-linear-to-t before:from-ground before:to-transparent'

type Props = {
  hub: HubInfo
  group: ChatGroup
  thread: Thread
  field: RefObject<HTMLTextAreaElement | null>
  asking: Asking
  extras: ReturnType<typeof useExtras>
  /** The studio home around it; undefined for a chat. */
  front: Front | undefined
  /** Address where the user gets more credits. */
  plans: string
  t: Translate
}

/** The composer of a chat, with a failure above it and a line on what sending does below it. */
export function ChatField({ hub, group, thread, field, asking, extras, front, plans, t }: Props) {
  const asked = useSyncExternalStore(
    unchanging,
    () => isKept('guest'),
    () => false
  )
  const empty = thread.turns.length === 0
  return (
    <div
      className={`relative mx-auto grid w-full max-w-reading flex-none grid-cols-[minmax(0,1fr)] gap-2 px-4 ${FADE}`}
    >
      {thread.notice !== null && <FailureNote failure={thread.notice} plans={plans} t={t} />}
      {group.models.length === 0 && !front?.tool ? (
        <p className="notice mb-4">{t('chat.empty.unserved', { group: group.title })}</p>
      ) : (
        <Composer
          key={thread.moves}
          field={field}
          placeholder={t('chat.composer.placeholder', { group: askedName(group, asking.model) })}
          picker={
            <ModelSelect
              models={group.models}
              model={asking.model}
              locale={hub.locale}
              onModel={asking.chooseModel}
              t={t}
            />
          }
          start={front?.start}
          {...extras}
          phase={thread.phase}
          readDraft={asking.readDraft}
          onDraft={asking.saveDraft}
          onFocus={asking.prepare}
          onSend={asking.send}
          onStop={asking.stop}
          t={t}
          {...front?.tool}
        />
      )}
      {front?.line ??
        ((hub.user === null || !empty) && (
          <p className="pb-2 text-center text-12 text-faint">
            {t(hub.user === null ? guestLine(hub, empty, asked) : 'chat.composer.check')}
          </p>
        ))}
      <noscript>
        <p className="notice mb-4">{t('chat.composer.no_script')}</p>
      </noscript>
    </div>
  )
}
