import type { FileField } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Upload } from '#stores/uploads.ts'
import { FORM, Glyph } from '#ui/tool/Glyph.tsx'
import { PaintMask } from '#ui/tool/PaintMask.tsx'
import { smaller } from '#ui/tool/picture.ts'

type Props = {
  accept: FileField['accept']
  /** Addresses of the uploaded files. */
  kept: readonly string[]
  /** Names of the files by address, where known. */
  titles: Readonly<Record<string, string>>
  /** Label of the field. */
  label: string
  coming: readonly Upload[]
  onDrop(address: string): void
  onCancel(upload: Upload): void
  /** Address of the picture that the file is a mask of, if it is one. */
  picture: Json | undefined
  onPaint(mask: File): void
  t: Translate
}

const ROW = 'flex items-center gap-3 rounded-control border border-line bg-surface-2 p-1.5'

/** The files of a field: the uploaded ones and those still uploading. */
export function FileRows(props: Props) {
  const { accept, kept, titles, label, coming, onDrop, onCancel, picture, onPaint, t } = props
  return (
    <>
      {typeof picture === 'string' && <PaintMask picture={picture} onDone={onPaint} t={t} />}
      {kept.map((address, at) => (
        <div key={address} className={ROW}>
          <Preview accept={accept} address={address} />
          <span className="me-auto min-w-0 truncate text-13 text-muted">
            {t('field.file.ready')}
          </span>
          <Leave
            name={t('field.file.remove', {
              name: titles[address] ?? (kept.length > 1 ? `${label} ${at + 1}` : label)
            })}
            onClick={() => onDrop(address)}
          />
        </div>
      ))}
      {coming.map(upload => (
        <div key={upload.key} className={`${ROW} ps-3`}>
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
          <Leave
            name={t('field.file.cancel', { name: upload.name })}
            onClick={() => onCancel(upload)}
          />
        </div>
      ))}
    </>
  )
}

function Leave({ name, onClick }: { name: string; onClick(): void }) {
  return (
    <button type="button" className="icon-button" title={name} aria-label={name} onClick={onClick}>
      <Glyph path={FORM.close} />
    </button>
  )
}

function Preview({ accept, address }: { accept: FileField['accept']; address: string }) {
  if (accept === 'image')
    return (
      <img
        src={smaller(address, 320)}
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
