import { useId, useState, type ReactNode } from 'react'
import type { Preset } from '#contract/preset.ts'
import { LONGEST_PRESET_NAME, LONGEST_STYLE } from '#core/preset.ts'
import type { Translate } from '#i18n/translate.ts'
import { focusOnMount } from '#ui/presets/focus-on-mount.ts'

/** The user's choices for a preset. */
export type PresetWish = {
  name: string
  style: string
  /** Saves the present settings of the form, and the prompt. */
  withSettings: boolean
  withPrompt: boolean
  /** Offers the new preset to everyone at the site. */
  isForSite: boolean
}

type Props = {
  /** The preset to change; null for a new one. */
  preset: Preset | null
  /** True if the open form has a prompt. */
  hasPrompt: boolean
  /** True for an admin, who may offer a preset to everyone. */
  isAdmin: boolean
  busy: boolean
  /** Why it could not be saved; empty if it was not tried. */
  error: string
  onSave(wish: PresetWish): void
  onDelete(): void
  onCancel(): void
  t: Translate
}

/** Saves a new preset, or changes one. */
export function PresetForm(props: Props) {
  const { preset, hasPrompt, busy, error, onSave, t } = props
  const [wish, setWish] = useState<PresetWish>({
    name: preset?.name ?? '',
    style: preset?.style ?? '',
    withSettings: preset === null,
    withPrompt: false,
    isForSite: false
  })
  const [isUnnamed, setUnnamed] = useState(false)
  const change = (changes: Partial<PresetWish>): void => setWish({ ...wish, ...changes })
  const message = isUnnamed && wish.name.trim() === '' ? t('preset.issue.name') : error
  return (
    <form
      noValidate
      className="grid gap-4 px-2.5 pb-2"
      onSubmit={event => {
        event.preventDefault()
        setUnnamed(wish.name.trim() === '')
        if (wish.name.trim() !== '' && !busy) onSave(wish)
      }}
    >
      <Line label={t('preset.form.name')}>
        {id => (
          <input
            id={id}
            type="text"
            className="input"
            dir="auto"
            ref={focusOnMount}
            required
            placeholder=" "
            maxLength={LONGEST_PRESET_NAME}
            autoComplete="off"
            aria-invalid={message !== ''}
            value={wish.name}
            onChange={event => change({ name: event.currentTarget.value })}
          />
        )}
      </Line>
      <Parts {...props} wish={wish} onChange={change} />
      {(hasPrompt || wish.style !== '') && (
        <StyleLine style={wish.style} onChange={style => change({ style })} t={t} />
      )}
      {message !== '' && (
        <p role="alert" className="field-issue">
          {message}
        </p>
      )}
      <Buttons {...props} />
    </form>
  )
}

type PartsProps = Pick<Props, 'preset' | 'hasPrompt' | 'isAdmin' | 't'> & {
  wish: PresetWish
  onChange(changes: Partial<PresetWish>): void
}

/** The parts of the form that the user may save, and for whom. */
function Parts({ preset, hasPrompt, isAdmin, wish, onChange, t }: PartsProps) {
  return (
    <div className="grid gap-1">
      <Box
        label={t(preset === null ? 'preset.form.settings' : 'preset.form.replace')}
        isOn={wish.withSettings}
        onTurn={withSettings => onChange({ withSettings })}
      />
      {hasPrompt && (preset === null || wish.withSettings) && (
        <Box
          label={t('preset.form.prompt')}
          isOn={wish.withPrompt}
          onTurn={withPrompt => onChange({ withPrompt })}
        />
      )}
      {isAdmin && preset === null && (
        <Box
          label={t('preset.site')}
          isOn={wish.isForSite}
          onTurn={isForSite => onChange({ isForSite })}
        />
      )}
      <p className="field-hint">{t('preset.form.files')}</p>
    </div>
  )
}

function Buttons({ preset, busy, onDelete, onCancel, t }: Props) {
  return (
    <div className="flex flex-wrap gap-2">
      <button type="submit" className="button button-primary" aria-disabled={busy}>
        {t('preset.form.save')}
      </button>
      <button type="button" className="button button-quiet" onClick={onCancel}>
        {t('preset.form.cancel')}
      </button>
      {preset !== null && (
        <button
          type="button"
          className="button button-quiet ms-auto text-bad"
          aria-disabled={busy}
          onClick={() => !busy && onDelete()}
        >
          {t('preset.form.delete')}
        </button>
      )}
    </div>
  )
}

type StyleProps = { style: string; onChange(style: string): void; t: Translate }

function StyleLine({ style, onChange, t }: StyleProps) {
  return (
    <Line label={t('preset.form.style')} hint={t('preset.form.style_hint')}>
      {id => (
        <input
          id={id}
          type="text"
          className="input"
          dir="auto"
          maxLength={LONGEST_STYLE}
          autoComplete="off"
          placeholder={t('preset.form.style_example')}
          aria-describedby={`${id}-hint`}
          value={style}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )}
    </Line>
  )
}

type LineProps = { label: string; hint?: string; children: (id: string) => ReactNode }

function Line({ label, hint = '', children }: LineProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
      {hint !== '' && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

type BoxProps = { label: string; isOn: boolean; onTurn(isOn: boolean): void }

function Box({ label, isOn, onTurn }: BoxProps) {
  return (
    <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-control">
      <input
        type="checkbox"
        checked={isOn}
        onChange={event => onTurn(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}
