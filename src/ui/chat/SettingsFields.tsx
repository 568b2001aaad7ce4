import { useId, useState } from 'react'
import { MAX_PRESET, type ChatModel } from '#core/chat.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Translate } from '#i18n/translate.ts'

/** Settings of a conversation; with `held`, only Ctrl and Enter together send. */
type Chosen = { name: string; preset: string; temperature: number | null; held: boolean }

type Props = { models: readonly ChatModel[]; chosen: Chosen; locale: Locale; t: Translate }

/** Reads the values of a form with {@link SettingsFields}. */
export function readSettings(form: FormData): Chosen {
  const temperature = form.get('temperature')
  return {
    name: String(form.get('model')),
    preset: String(form.get('preset')).trim(),
    temperature: temperature === null ? null : Number(temperature),
    held: form.get('enter') === 'held'
  }
}

/** Fields for the model, its system prompt, its temperature, and the key that sends a question. */
export function SettingsFields({ models, chosen, locale, t }: Props) {
  const [name, setName] = useState(chosen.name)
  const preset = useId()
  return (
    <>
      <label className="field">
        <span className="field-label">{t('chat.composer.model')}</span>
        <select
          name="model"
          className="input"
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        >
          {models.map(each => (
            <option key={each.name} value={each.name}>
              {each.label}
            </option>
          ))}
        </select>
      </label>
      <div className="field">
        <label htmlFor={preset} className="field-label">
          {t('chat.settings.preset')}
        </label>
        <textarea
          id={preset}
          name="preset"
          className="input field-sizing-content max-h-48 min-h-24"
          dir="auto"
          rows={4}
          maxLength={MAX_PRESET}
          defaultValue={chosen.preset}
          placeholder={t('chat.settings.preset_example')}
          aria-describedby={`${preset}-hint`}
        />
        <span id={`${preset}-hint`} className="text-12 text-muted">
          {t('chat.settings.preset_hint')}
        </span>
      </div>
      <Temperature
        model={models.find(each => each.name === name)}
        first={chosen.temperature}
        locale={locale}
        t={t}
      />
      <EnterKey held={chosen.held} t={t} />
    </>
  )
}

function EnterKey({ held, t }: { held: boolean; t: Translate }) {
  return (
    <fieldset className="field">
      <legend className="field-label mb-1.5">{t('chat.settings.enter')}</legend>
      {(['alone', 'held'] as const).map(each => (
        <label key={each} className="flex min-h-8 items-center gap-2 text-14">
          <input
            type="radio"
            name="enter"
            value={each}
            defaultChecked={held === (each === 'held')}
          />
          {t(`chat.settings.enter.${each}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** Initial value of the slider when the user turns off the model's own temperature. */
const MIDDLE = 1

type TemperatureProps = {
  model: ChatModel | undefined
  first: number | null
  locale: Locale
  t: Translate
}

function Temperature({ model, first, locale, t }: TemperatureProps) {
  const [own, setOwn] = useState(first === null)
  const hint = useId()
  const [value, setValue] = useState(first ?? MIDDLE)
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).format(value)
  if (model?.isTemperatureSupported === false) {
    return (
      <div className="field">
        <span className="field-label">{t('chat.settings.temperature')}</span>
        <p className="text-13 text-muted">
          {t('chat.settings.temperature_none', { model: model.label })}
        </p>
        {first !== null && <input type="hidden" name="temperature" value={first} />}
      </div>
    )
  }
  return (
    <fieldset className="field">
      <legend className="field-label mb-1.5">{t('chat.settings.temperature')}</legend>
      <label className="flex min-h-8 items-center gap-2 text-14">
        <input
          type="checkbox"
          checked={own}
          onChange={event => setOwn(event.currentTarget.checked)}
        />
        {t('chat.settings.temperature_own')}
      </label>
      {!own && (
        <span className="flex items-center gap-3">
          <input
            type="range"
            name="temperature"
            min="0"
            max="2"
            step="0.1"
            value={value}
            aria-label={t('chat.settings.temperature')}
            aria-valuetext={number}
            aria-describedby={hint}
            onChange={event => setValue(event.currentTarget.valueAsNumber)}
            className="min-h-8 flex-1"
          />
          <output className="w-8 text-end text-14 tabular-nums">{number}</output>
        </span>
      )}
      <span id={hint} className="text-12 text-muted">
        {t('chat.settings.temperature_hint')}
      </span>
    </fieldset>
  )
}
