import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { improveDialog, improveDialogButtons } from '#ui/dialog.ts'

/**
 * Loads presets and earlier prompts once the user opens one of their dialogs.
 * @returns a function that removes them
 */
export function watchPresets(target: { service: Service; t: Translate }): () => void {
  const dialogs = ['presets', 'prompts']
    .map(id => document.getElementById(id))
    .filter(each => each instanceof HTMLDialogElement)
  if (dialogs.length === 0) return () => undefined
  const ends = dialogs.map(improveDialog)
  improveDialogButtons(document)
  let isOver = false
  let isLoading = false
  const begin = (): void => {
    if (isLoading) return
    isLoading = true
    void import('#islands/presets.tsx')
      .then(part => part.attachPresets(target))
      .then(
        end => {
          if (isOver) end()
          else ends.push(end)
        },
        () => {
          isLoading = false
          for (const dialog of dialogs)
            dialog.querySelector('[data-body]')?.replaceChildren(target.t('field.failure.offline'))
        }
      )
  }
  const onClick = ({ target: clicked }: Event): void => {
    const button = clicked instanceof Element ? clicked.closest('[commandfor]') : null
    if (dialogs.some(({ id }) => id === button?.getAttribute('commandfor'))) begin()
  }
  document.addEventListener('click', onClick, true)
  ends.push(() => document.removeEventListener('click', onClick, true))
  // The browser may have opened a dialog before this code ran.
  if (dialogs.some(({ open }) => open)) begin()
  return () => {
    isOver = true
    for (const end of ends) end()
  }
}
