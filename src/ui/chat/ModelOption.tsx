import { Check } from 'lucide-react'
import type { ChatModel } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { ModelGlyph } from '#ui/chat/ModelGlyph.tsx'
import { modelPrice } from '#ui/chat/model-price.ts'

type Props = {
  id: string
  model: ChatModel
  chosen: boolean
  active: boolean
  locale: string
  onChoose(): void
  t: Translate
}

/** One model of the picker: its name, its purpose, its context size and its price. */
export function ModelOption({ id, model, chosen, active, locale, onChoose, t }: Props) {
  const { label, description = '' } = model
  const facts = modelFacts(model, locale, t)
  return (
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      // The search field keeps the focus, because it handles the keys.
      onMouseDown={event => event.preventDefault()}
      onClick={onChoose}
      className={`flex w-full cursor-pointer items-start text-start gap-3 rounded-control px-3 py-2 hover:bg-surface-2 ${active ? 'bg-surface-2 outline-2 -outline-offset-2 outline-accent' : ''}`}
    >
      <span className="mt-0.5 text-muted">
        <ModelGlyph model={model} />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="truncate text-14">
          <bdi>{label}</bdi>
        </span>
        {description !== '' && (
          <span className="text-13 text-muted">
            <bdi>{description}</bdi>
          </span>
        )}
        <span className="text-12 text-faint">{facts}</span>
      </span>
      {chosen && <Check {...ICON_PROPS} className="mt-0.5 flex-none text-accent" />}
    </button>
  )
}

/** Describes the model's context size and its price per million tokens. */
function modelFacts(model: ChatModel, locale: string, t: Translate): string {
  const { context, long } = model
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  return [
    ...(context === undefined ? [] : [t('chat.models.context', { size: compact.format(context) })]),
    modelPrice(model, locale, t),
    ...(long === undefined
      ? []
      : [
          `${t('chat.models.above', { size: compact.format(long.above) })}: ${modelPrice(long, locale, t)}`
        ])
  ].join(' · ')
}
