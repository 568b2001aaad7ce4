import { useSyncExternalStore } from 'react'
import { placeholderModelName, chatGuestLineKey } from '#islands/chat-lines.ts'
import type { HomeSlots } from '#islands/front.ts'
import type { ExtrasOptions } from '#islands/extras-options.ts'
import type { ChatHandlers } from '#islands/use-asking.ts'
import { useExtras } from '#islands/use-extras.tsx'
import { isKeySaved } from '#stores/persisted.ts'
import { Composer } from '#ui/chat/Composer.tsx'
import { FailureNote } from '#ui/chat/FailureNote.tsx'
import { ModelSelect } from '#ui/chat/ModelSelect.tsx'
import { subscribeToNothing } from '#ui/unchanging.ts'

/** Fades the text that scrolls under the composer. */
const FADE =
  'before:pointer-events-none before:absolute before:inset-x-0 before:-top-6 before:h-6 before:bg-[linear-gradient(to_top,var(--ground),transparent)]'

type Props = Omit<ExtrasOptions, 'onModel'> & {
  asking: ChatHandlers
  /** The studio home around the composer; undefined for a chat. */
  front: HomeSlots | undefined
}

/** The composer of a chat, with the notices around it. */
export function ChatFoot({ asking, front, ...place }: Props) {
  const { hub, group, thread, model, field, plans, t } = place
  const extras = useExtras({ ...place, onModel: asking.chooseModel })
  const asked = useSyncExternalStore(
    subscribeToNothing,
    () => isKeySaved('guest'),
    () => false
  )
  const empty = thread.turns.length === 0
  return (
    <div className={`relative mx-auto grid w-full max-w-reading flex-none gap-2 px-4 ${FADE}`}>
      {thread.notice !== null && <FailureNote failure={thread.notice} plans={plans} t={t} />}
      {group.models.length === 0 && !front?.tool ? (
        <p className="notice mb-4">{t('chat.empty.unserved', { group: group.title })}</p>
      ) : (
        <Composer
          key={thread.moves}
          field={field}
          placeholder={t('chat.composer.placeholder', {
            group: placeholderModelName(group, model)
          })}
          picker={
            <ModelSelect
              models={group.models}
              model={model}
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
          onSend={asking.send}
          onStop={asking.stop}
          t={t}
          {...front?.tool}
        />
      )}
      {front?.line ??
        ((hub.user === null || !empty) && (
          <p className="pb-2 text-center text-12 text-faint">
            {t(hub.user === null ? chatGuestLineKey(hub, empty, asked) : 'chat.composer.check')}
          </p>
        ))}
      <noscript>
        <p className="notice mb-4">{t('chat.composer.no_script')}</p>
      </noscript>
    </div>
  )
}
