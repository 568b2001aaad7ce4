import { createRoot } from 'react-dom/client'
import { OFFLINE_FAILURE } from '#client/offline.ts'
import type { FileField } from '#core/field.ts'
import type { Translate } from '#i18n/translate.ts'
import { addToField, type FileTarget } from '#islands/tool-submit.ts'
import { loadLibraryChoices, type LibrarySource } from '#stores/library-choices.ts'
import { changeForm } from '#stores/tool-form.ts'
import { isTypeAccepted } from '#stores/uploading.ts'

const SOURCES: Readonly<Record<FileField['accept'], readonly LibrarySource[]>> = {
  image: ['image', 'upload/image'],
  audio: ['audio', 'upload/audio', 'upload/video'],
  video: ['video', 'upload/video'],
  media: ['audio', 'video', 'upload/audio', 'upload/video']
}

/**
 * Opens a dialog in which the user chooses a file of their library for a field. The dialog loads
 * when the user asks for it.
 */
export async function chooseFromLibrary(
  { service, name, field }: FileTarget,
  t: Translate
): Promise<void> {
  const part = await import('#ui/tool/LibraryPicker.tsx').catch(() => null)
  if (part === null) return changeForm(service, { failure: OFFLINE_FAILURE })
  const { accept } = field
  const wish = {
    sources: SOURCES[accept],
    fits: (type: string) => isTypeAccepted(accept, type)
  }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <part.LibraryPicker
      load={rest => loadLibraryChoices(wish, rest)}
      empty={t('field.library.empty')}
      onPick={({ url }) => addToField({ service, name, field }, url)}
      onClose={() => {
        root.unmount()
        place.remove()
      }}
      t={t}
    />
  )
}
