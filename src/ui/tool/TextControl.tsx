import type { TextField } from '#core/field.ts'
import { describedByProps, type ControlProps } from '#ui/tool/parts.ts'

/** The length is shown once the text reaches this share of the maximum length. */
const NEAR = 0.8

/**
 * Returns the minimum height of an empty text field, for the number of lines that its texts usually
 * have.
 */
function heightOf(lines: number): string {
  if (lines > 4) return 'min-h-40'
  return lines > 2 ? 'min-h-24' : 'min-h-16'
}

/** A text field of one or more lines. Enter starts a new line; with Ctrl or ⌘ it generates. */
export function TextControl({ name, field, issue, parts }: ControlProps<TextField>) {
  const { values, onField, onGenerate, t } = parts
  const text = String(values[name] ?? '')
  const length = [...text].length
  const shared = {
    ...describedByProps(name),
    name,
    value: text,
    dir: 'auto' as const,
    // The follow-up “edit” empties the prompt, since that described the image before. The
    // placeholder then asks for the change.
    placeholder: name === 'prompt' && values['action'] === 'edit' ? t('field.text.change') : ' ',
    'aria-invalid': issue !== undefined || length > field.max,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onField(name, currentTarget.value || undefined)
  }
  return (
    <>
      {field.lines === undefined ? (
        <input {...shared} type="text" className="input" />
      ) : (
        <textarea
          {...shared}
          rows={field.lines}
          onKeyDown={event => {
            if (
              event.key !== 'Enter' ||
              !(event.ctrlKey || event.metaKey) ||
              event.nativeEvent.isComposing
            )
              return
            event.preventDefault()
            onGenerate()
          }}
          className={`input field-sizing-content max-h-[40dvh] resize-none overflow-y-auto max-md:group-data-[detent=low]/form:max-h-24 max-md:group-data-[detent=low]/form:min-h-control ${heightOf(field.lines)}`}
        />
      )}
      {length > field.max * NEAR && (
        <output
          className={`text-12 tabular-nums ${length > field.max ? 'text-bad' : 'text-faint'}`}
        >
          {t('field.text.length', { length, max: field.max })}
        </output>
      )}
    </>
  )
}
