import { createRoot } from 'react-dom/client'
import { OFFLINE_FAILURE } from '#client/offline.ts'
import type { Translate } from '#i18n/translate.ts'
import { addToField, type FileTarget } from '#islands/tool-submit.ts'
import { fieldWish, loadLibraryChoices } from '#stores/library-choices.ts'
import { changeForm } from '#stores/tool-form.ts'

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
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <part.LibraryPicker
      load={rest => loadLibraryChoices(fieldWish(field.accept), rest)}
      onPick={({ url }) => addToField({ service, name, field }, url)}
      onClose={() => {
        root.unmount()
        place.remove()
      }}
      t={t}
    />
  )
}
