import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { SEED, seedField } from '#core/seed.ts'
import { $form } from '#stores/tool-form.ts'
import { fieldId } from '#ui/tool/parts.ts'

/**
 * Loads the lock of the seed once the user sees a seed field, which most forms fold.
 * @returns a function that removes it
 */
export function watchSeed(target: { service: Service; t: Translate }): () => void {
  if (!Object.values(target.service.actions ?? {}).some(seedField)) return () => undefined
  let isOver = false
  let isLoading = false
  let end = (): void => undefined
  const check = (): void => {
    const field = document.getElementById(fieldId(SEED))
    if (isLoading || field === null || field.closest('details')?.open === false) return
    isLoading = true
    void import('#islands/seed-lock.tsx').then(
      part => {
        if (!isOver) end = part.attachSeedLock(target)
      },
      () => {
        isLoading = false
      }
    )
  }
  // The form renders after its store has changed.
  const stop = $form.subscribe(() => void setTimeout(check))
  // This event does not bubble.
  document.addEventListener('toggle', check, true)
  return () => {
    isOver = true
    stop()
    document.removeEventListener('toggle', check, true)
    end()
  }
}
