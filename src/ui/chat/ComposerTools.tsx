import { Paperclip, Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChatModel } from '#core/chat.ts'
import { READABLE_IMAGE_TYPES } from '#core/readable-pictures.ts'
import type { Translate } from '#i18n/translate.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'

type Props = {
  /** The selected model; undefined while no model is available. */
  model: ChatModel | undefined
  /** Whether the user changed any setting. */
  isSet: boolean
  /** The button that attaches a file of the library; null for a guest. */
  library: ReactNode
  onFiles(files: readonly File[]): void
  onSettings(button: HTMLElement): void
  t: Translate
}

/** Buttons for the settings and, if the model reads files or images, for attachments. */
export function ComposerTools({ model, isSet, library, onFiles, onSettings, t }: Props) {
  const [add, settings] = [
    t('chat.attach.add'),
    t(isSet ? 'chat.settings.changed' : 'chat.settings.open')
  ]
  const reads = model?.isFileSupported === true
  return (
    <>
      <button
        type="button"
        title={settings}
        aria-label={settings}
        aria-haspopup="dialog"
        onClick={event => onSettings(event.currentTarget)}
        className="icon-button relative"
      >
        <Settings2 {...ICON_PROPS} />
        {isSet && <span className="absolute end-1.5 top-1.5 size-2 rounded-full bg-accent" />}
      </button>
      {(reads || model?.isImageSupported === true) && (
        <>
          {library}
          <label
            title={add}
            className="icon-button relative has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <Paperclip {...ICON_PROPS} />
            <input
              type="file"
              multiple
              accept={reads ? undefined : READABLE_IMAGE_TYPES.join()}
              aria-label={add}
              onChange={({ currentTarget }) => {
                onFiles([...(currentTarget.files ?? [])])
                currentTarget.value = ''
              }}
              className="absolute inset-0 size-full cursor-pointer opacity-0 file:cursor-pointer"
            />
          </label>
        </>
      )}
    </>
  )
}
