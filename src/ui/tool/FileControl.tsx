import { useState } from 'react'
import type { FileField } from '#core/field.ts'
import { ACCEPTED_TYPES } from '#stores/uploads.ts'
import { FORM_ICONS, Glyph } from '#ui/tool/Glyph.tsx'
import { describedByProps, type ControlProps } from '#ui/tool/parts.ts'
import { useLazyExtras } from '#ui/tool/use-late.ts'

/** An input, or what was dropped or pasted. */
type Source = { files: FileList | null; getData?: DataTransfer['getData'] }

/**
 * A file field: the user chooses, drops or pastes files from this device, drops a result, or chooses
 * one from the library.
 */
export function FileControl(props: ControlProps<FileField>) {
  const { name, field, parts } = props
  const { values, uploads, onFiles, onLibrary, t } = parts
  const [over, setOver] = useState(false)
  const kept = [values[name] ?? []].flat().filter(each => typeof each === 'string')
  const coming = uploads.filter(each => each.field === name)
  const extras = useLazyExtras(
    kept.length + coming.length > 0 || values[field.masks ?? ''] !== undefined
  )
  const room = field.max - kept.length - coming.length
  const take = (from: Source): Promise<unknown> =>
    onFiles(name, field, [...(from.files ?? [])], from.getData?.('text/uri-list'))
  return (
    <div
      className="grid gap-2"
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer)
      }}
      onPaste={event => take(event.clipboardData)}
    >
      {extras !== null && <extras.FileRows {...props} kept={kept} coming={coming} />}
      {room > 0 && (
        <>
          <Chooser {...props} over={over} onTake={take} />
          {onLibrary && (
            <button
              type="button"
              data-scripted
              className="link justify-self-center text-13 pointer-coarse:min-h-control"
              onClick={() => onLibrary(name, field)}
            >
              {t('field.library.open')}
            </button>
          )}
        </>
      )}
    </div>
  )
}

type ChooserProps = ControlProps<FileField> & { over: boolean; onTake(from: Source): void }

/** The area that opens the file dialog. It is marked while a file is dragged over the field. */
function Chooser({ name, field, issue, parts: { t }, over, onTake }: ChooserProps) {
  return (
    <label
      className={`tool-file relative flex items-center justify-center gap-2 rounded-control text-center text-13 text-muted ${over ? 'border-accent bg-surface-2' : issue === undefined ? '' : 'border-bad'}`}
    >
      <Glyph path={FORM_ICONS.upload} />
      <span id={`field-${name}-choose`}>{t(`field.file.choose.${field.accept}`)}</span>
      <input
        {...describedByProps(name)}
        type="file"
        accept={ACCEPTED_TYPES[field.accept]}
        multiple={field.max > 1}
        aria-labelledby={`field-${name}-label field-${name}-choose`}
        onChange={event => {
          onTake(event.currentTarget)
          event.currentTarget.value = ''
        }}
        className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
      />
    </label>
  )
}
