import { ChevronDown } from 'lucide-react'
import type { ChatModel } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'

type Props = { models: readonly ChatModel[]; model: string; onModel(name: string): void; t: Translate }

/** Which model answers. */
export function ModelSelect({ models, model, onModel, t }: Props) {
  return (
    <div className="relative flex min-w-0 items-center">
      <select
        aria-label={t('chat.composer.model')}
        value={model}
        onChange={event => onModel(event.currentTarget.value)}
        className="field-sizing-content h-control min-w-0 cursor-pointer appearance-none truncate rounded-full bg-transparent ps-2 pe-7 text-13 text-muted hover:bg-surface-2 hover:text-text"
      >
        {models.map(
          ({ name, label, enabled }) =>
            enabled && (
              <option key={name} value={name} className="bg-surface-1 text-text">
                {label}
              </option>
            )
        )}
      </select>
      <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" className="pointer-events-none absolute end-2 text-faint" />
    </div>
  )
}
