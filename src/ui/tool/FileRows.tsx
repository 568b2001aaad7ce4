import type { FileField } from '#core/field.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Upload } from '#stores/uploads.ts'
import { FORM_ICONS, Glyph } from '#ui/tool/Glyph.tsx'
import { fieldId, type ControlProps } from '#ui/tool/parts.ts'
import { PaintMaskButton } from '#ui/tool/PaintMask.tsx'
import { scaledImageAddress } from '#ui/tool/picture.ts'

type Props = ControlProps<FileField> & {
  /** Addresses of the uploaded files. */
  kept: readonly string[]
  coming: readonly Upload[]
}

const ROW = 'flex items-center gap-3 rounded-control border border-line bg-surface-2 p-1.5'

/** The files of a field: the uploaded ones and those still uploading. */
export function FileRows({ name, field, parts, kept, coming }: Props) {
  const { id, values, titles, onField, onFiles, t } = parts
  // A mask belongs to a picture, which the user can paint on.
  const picture = values[field.masks ?? '']
  const label = t(`${id}.field.${name}`)
  const drop = (address: string): void => {
    const rest = kept.filter(each => each !== address)
    onField(name, rest.length === 0 ? undefined : rest)
    moveFocus(name)
  }
  const paint = (mask: File): void => {
    onField(name, undefined)
    onFiles(name, field, [mask])
  }
  return (
    <>
      {typeof picture === 'string' && <PaintMaskButton picture={picture} onDone={paint} t={t} />}
      {kept.map((address, at) => (
        <div key={address} className={ROW}>
          <Preview accept={field.accept} address={address} />
          <span className="me-auto min-w-0 truncate text-13 text-muted">
            {t('field.file.ready')}
          </span>
          <Leave
            name={t('field.file.remove', {
              name: titles[address] ?? (kept.length > 1 ? `${label} ${at + 1}` : label)
            })}
            onClick={() => drop(address)}
          />
        </div>
      ))}
      {coming.map(upload => (
        <ComingRow key={upload.key} upload={upload} name={name} t={t} />
      ))}
    </>
  )
}

type ComingProps = { upload: Upload; name: string; t: Translate }

/** A file that is being uploaded into the field `name`. */
function ComingRow({ upload, name, t }: ComingProps) {
  const cancel = (): void => {
    upload.cancel()
    moveFocus(name)
  }
  return (
    <div className={`${ROW} ps-3`}>
      <span className="grid min-w-0 flex-1 gap-1 text-13">
        <span className="truncate">
          <bdi>{upload.name}</bdi>
        </span>
        <progress
          className="h-1 w-full"
          value={upload.part}
          aria-label={t('field.file.coming', { name: upload.name })}
        />
      </span>
      <Leave name={t('field.file.cancel', { name: upload.name })} onClick={cancel} />
    </div>
  )
}

/**
 * Moves the focus to the button that chooses a file, because the pressed button disappears with its
 * file.
 */
function moveFocus(name: string): void {
  requestAnimationFrame(() => document.getElementById(fieldId(name))?.focus())
}

function Leave({ name, onClick }: { name: string; onClick(): void }) {
  return (
    <button type="button" className="icon-button" title={name} aria-label={name} onClick={onClick}>
      <Glyph path={FORM_ICONS.close} />
    </button>
  )
}

function Preview({ accept, address }: { accept: FileField['accept']; address: string }) {
  if (accept === 'image')
    return (
      <img
        src={scaledImageAddress(address, 320)}
        alt=""
        width="56"
        height="56"
        className="size-14 rounded-control object-cover"
      />
    )
  if (accept === 'video')
    return (
      <video
        src={address}
        muted
        preload="metadata"
        crossOrigin="anonymous"
        className="size-14 rounded-control object-cover"
      />
    )
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- users recognise their own recording
    <audio
      src={address}
      controls
      preload="none"
      crossOrigin="anonymous"
      className="h-9 w-full min-w-0 flex-1"
    />
  )
}
