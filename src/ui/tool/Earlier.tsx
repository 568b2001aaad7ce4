import { hasValue } from '#core/condition.ts'
import { isFollowUpField } from '#core/form.ts'
import type { Action } from '#core/service.ts'
import type { ToolForm } from '#stores/tool-form.ts'
import { FORM_ICONS, Glyph } from '#ui/tool/Glyph.tsx'
import { fieldId, type FormParts } from '#ui/tool/parts.ts'
import { optionName } from '#ui/tool/words.ts'

type Props = { action: Action; form: ToolForm; parts: FormParts }

/**
 * The earlier results that the form refers to, each with a button that removes it from the form.
 */
export function EarlierResults({ action, form, parts }: Props) {
  const { id, given, onField, t } = parts
  const names = Object.keys(action.fields).filter(
    name => action.fields[name]?.type === 'id' && hasValue(given[name])
  )
  const choice = Object.keys(action.fields).find(name => isFollowUpField(action, name))
  const does = choice === undefined ? '' : optionName(t, id, choice, String(parts.values[choice]))
  return names.map(name => (
    <p
      key={name}
      id={fieldId(name)}
      tabIndex={-1}
      className="chip max-w-full min-w-0 justify-self-start pe-1!"
    >
      <span className="truncate">
        {t('field.pair', {
          name: does,
          value: form.titles[name] || String(given[name]).slice(0, 8)
        })}
      </span>
      <button
        type="button"
        className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-surface-3"
        aria-label={t('field.earlier.remove')}
        onClick={({ currentTarget, detail }) => {
          // The button disappears with the result, so after a key press the focus moves to a field.
          // After a tap it does not, because a phone would open its keyboard.
          if (detail === 0)
            currentTarget.form?.querySelector<HTMLElement>('textarea, input')?.focus()
          onField(name, undefined)
          if (choice !== undefined) onField(choice, undefined)
        }}
      >
        <Glyph path={FORM_ICONS.close} size={14} />
      </button>
    </p>
  ))
}
