import type { MouseEvent } from 'react'
import type { FileField } from '#core/field.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Upload } from '#stores/uploads.ts'
import { MASK_ICONS } from '#ui/mask/icons.ts'
import { CropImageButton } from '#ui/tool/CropImage.tsx'
import { FORM_ICONS, Glyph } from '#ui/tool/Glyph.tsx'
import { MaskSizeNote } from '#ui/tool/MaskSizeNote.tsx'
import { fieldId, type ControlProps } from '#ui/tool/parts.ts'
import { PaintMaskButton } from '#ui/tool/PaintMask.tsx'
import { scaledImageAddress } from '#ui/tool/picture.ts'
import { useCrops } from '#ui/tool/use-crops.ts'

type Props = ControlProps<FileField> & {
  /** Addresses of the uploaded files. */
  kept: readonly string[]
  coming: readonly Upload[]
}

const ROW = 'flex items-center gap-3 rounded-control border border-line bg-surface-2 p-1.5'

/** The files of a field: the uploaded ones and those still uploading. */
export function FileRows(props: Props) {
  const { name, field, issue, parts, kept, coming } = props
  const { id, action, values, titles, onField, onFiles, t } = parts
  // A mask belongs to a picture, which the user can paint on: another file, or an earlier result.
  const masked = field.masks ?? ''
  // Of several images, the first one is edited.
  const [picture] =
    action.fields[masked]?.type === 'id'
      ? [titles[`${masked}:picture`]]
      : [values[masked] ?? []].flat()
  const label = t(`${id}.field.${name}`)
  const crops = useCrops(props, kept)
  const drop = (address: string): void => {
    const rest = kept.filter(each => each !== address)
    onField(name, rest.length === 0 ? undefined : rest)
    moveFocus(name)
  }
  const paint = (mask: File): void => {
    onField(name, undefined)
    void onFiles(name, field, [mask])
  }
  const hasPicture = typeof picture === 'string' && picture !== ''
  return (
    <>
      {kept.map((address, at) => (
        <KeptRow
          // A crop takes the place of its image, so that its button keeps the focus.
          key={at}
          {...props}
          address={address}
          label={titles[address] ?? (kept.length > 1 ? `${label} ${at + 1}` : label)}
          crops={crops}
          onDrop={() => drop(address)}
        />
      ))}
      {hasPicture && issue === undefined && kept[0] !== undefined && (
        <MaskSizeNote picture={picture} mask={kept[0]} t={t} />
      )}
      {coming.map(upload => (
        <ComingRow key={upload.key} upload={upload} name={name} t={t} />
      ))}
      {/* A painted mask appears above, since a phone shows little of the form below its button. */}
      {hasPicture && <PaintMaskButton picture={picture} marks={field.marks} onDone={paint} t={t} />}
    </>
  )
}

type KeptProps = ControlProps<FileField> & {
  address: string
  label: string
  crops: ReturnType<typeof useCrops>
  onDrop(): void
}

/** An uploaded file. Users crop their images; a mask keeps the size of its image. */
function KeptRow({ field, parts, address, label, crops, onDrop }: KeptProps) {
  const { action, values, titles, onLibrary, t } = parts
  const isCroppable = field.accept === 'image' && field.masks === undefined
  return (
    <div className={ROW}>
      <Preview accept={field.accept} address={address} />
      <span className="me-auto min-w-0 truncate text-13 text-muted">{t('field.file.ready')}</span>
      <span className="flex flex-none">
        {/* A guest could not upload the crop. */}
        {isCroppable && onLibrary !== undefined && (
          <CropImageButton
            label={label}
            picture={address}
            name={titles[address] ?? ''}
            hasMask={crops.hasMask(address)}
            onDone={file => void crops.crop(address, file)}
            {...{ field, action, values, t }}
          />
        )}
        {crops.isCropped(address) && (
          <IconButton
            name={t('field.crop.undo')}
            icon={MASK_ICONS.undo}
            onClick={({ currentTarget }) => {
              // This button disappears, so the focus goes to the one beside it.
              if (currentTarget.previousElementSibling instanceof HTMLElement)
                currentTarget.previousElementSibling.focus()
              crops.undo(address)
            }}
          />
        )}
        <IconButton
          name={t('field.file.remove', { name: label })}
          icon={FORM_ICONS.close}
          onClick={onDrop}
        />
      </span>
    </div>
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
      <IconButton
        name={t('field.file.cancel', { name: upload.name })}
        icon={FORM_ICONS.close}
        onClick={cancel}
      />
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

type ButtonProps = {
  name: string
  icon: string
  onClick(event: MouseEvent<HTMLButtonElement>): void
}

function IconButton({ name, icon, onClick }: ButtonProps) {
  return (
    <button type="button" className="icon-button" title={name} aria-label={name} onClick={onClick}>
      <Glyph path={icon} className="turns" />
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
