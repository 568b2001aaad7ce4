import { ChevronDown } from 'lucide-react'
import { useState, useSyncExternalStore, type ComponentType } from 'react'
import type { ChatModel } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import type { ModelPickerProps } from '#ui/chat/ModelPicker.tsx'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { PILL_CLASS, PillSelect } from '#ui/chat/PillSelect.tsx'
import { subscribeToNothing } from '#ui/unchanging.ts'

type Props = {
  models: readonly ChatModel[]
  model: string
  locale: string
  onModel(name: string): void
  t: Translate
}

const load = () => import('#ui/chat/ModelPicker.tsx')

const CHEVRON = 'pointer-events-none absolute end-2 text-faint'

/**
 * Selects the model that answers. It is a plain `<select>` until a script runs, or if the picker
 * cannot be loaded. Otherwise, it is a button that opens the picker.
 */
export function ModelSelect({ models, model, locale, onModel, t }: Props) {
  const [failed, setFailed] = useState(false)
  const [open, setOpen] = useState(false)
  const [Picker, setPicker] = useState<ComponentType<ModelPickerProps> | null>(null)
  const unscripted = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true
  )
  const plain = unscripted || failed
  const listed = models.filter(({ enabled }) => enabled)
  const chosen = models.find(({ name }) => name === model)
  const show = (): void => {
    setOpen(true)
    load().then(
      part => setPicker(() => part.ModelPicker),
      () => setFailed(true)
    )
  }
  return (
    <div className="relative flex min-w-0 items-center">
      {plain ? (
        <PillSelect
          label={t('chat.composer.model')}
          value={model}
          options={[
            ...(chosen === undefined ? [['', t('chat.models.choose')] as const] : []),
            ...listed.map(({ name, label }) => [name, label] as const)
          ]}
          onPick={onModel}
        />
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={() => void load().catch(() => undefined)}
          onClick={show}
          className={PILL_CLASS}
        >
          <span className="sr-only">{t('chat.composer.model')} </span>
          <bdi>{chosen?.label ?? t('chat.models.choose')}</bdi>
        </button>
      )}
      <ChevronDown {...ICON_PROPS} size={14} className={CHEVRON} />
      {open && Picker !== null && !plain && (
        <Picker
          models={listed}
          model={model}
          locale={locale}
          onModel={onModel}
          onClose={() => setOpen(false)}
          t={t}
        />
      )}
    </div>
  )
}
