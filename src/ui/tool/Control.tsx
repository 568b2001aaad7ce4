import { isolateDirection } from '#core/format.ts'
import { ChoiceControl, isSelectList, shownOptions } from '#ui/tool/ChoiceControl.tsx'
import { FileControl } from '#ui/tool/FileControl.tsx'
import { NumberControl } from '#ui/tool/NumberControl.tsx'
import { Options } from '#ui/tool/Options.tsx'
import { describedByProps, fieldId, type ControlProps } from '#ui/tool/parts.ts'
import { TextControl } from '#ui/tool/TextControl.tsx'
import { issueText, textOrEmpty } from '#ui/tool/words.ts'

/** One field: its label, its control, and its hint or error. */
export function FieldControl(props: ControlProps) {
  const { name, field, open, issue, refused, parts } = props
  const { id, t } = parts
  const label = t(`${id}.field.${name}`)
  const more =
    issue === undefined
      ? textOrEmpty(t, `${id}.hint.${name}`)
      : issueText(t, issue, props.bounds, label)
  const isGroup =
    (field.type === 'choice' &&
      !isSelectList({ ...props, field }, shownOptions(field, open, parts.values[name]))) ||
    field.type === 'number' ||
    field.type === 'file'
  const Label = isGroup ? 'span' : 'label'
  return (
    <div
      className="field"
      role={isGroup ? 'group' : undefined}
      aria-labelledby={isGroup ? `${fieldId(name)}-label` : undefined}
    >
      {field.type !== 'switch' && (
        <Label
          className="field-label"
          id={`${fieldId(name)}-label`}
          {...(!isGroup && { htmlFor: fieldId(name) })}
        >
          {label}
        </Label>
      )}
      {render(props)}
      <p
        id={`${fieldId(name)}-more`}
        className={issue === undefined ? 'field-hint empty:hidden' : 'field-issue'}
        role={issue && 'alert'}
      >
        {refused === undefined
          ? more
          : t('field.pair', { name: isolateDirection(refused), value: more })}
      </p>
    </div>
  )
}

function render(props: ControlProps): React.ReactNode {
  const { field } = props
  switch (field.type) {
    case 'text':
      return <TextControl {...props} field={field} />
    case 'choice':
      // The control for several options loads later, with its own code.
      if (field.max !== undefined)
        return props.parts.Many && <props.parts.Many {...props} field={field} Options={Options} />
      return <ChoiceControl {...props} field={field} />
    case 'number':
      return <NumberControl {...props} field={field} />
    case 'switch':
      return <SwitchControl {...props} />
    case 'file':
      return <FileControl {...props} field={field} />
    case 'id':
      return null
  }
}

function SwitchControl({ name, parts: { id, values, onField, t } }: ControlProps) {
  return (
    <label className="flex min-h-control items-center justify-between gap-3">
      <span className="field-label">{t(`${id}.field.${name}`)}</span>
      <input
        {...describedByProps(name)}
        name={name}
        type="checkbox"
        role="switch"
        checked={values[name] === true}
        aria-checked={values[name] === true}
        onChange={event => onField(name, event.currentTarget.checked)}
        className="tool-switch"
      />
    </label>
  )
}
