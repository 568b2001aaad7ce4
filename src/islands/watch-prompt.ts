import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { $form } from '#stores/tool-form.ts'

/**
 * Loads help with the prompt once the user has entered something.
 * @returns a function that removes it
 */
export function watchPrompt(target: { service: Service; t: Translate }): () => void {
  let over = false
  let isLoading = false
  let end = (): void => undefined
  const stop = $form.subscribe(form => {
    if (isLoading || form === null || Object.keys(form.given[form.verb] ?? {}).length === 0) return
    isLoading = true
    void import('#islands/prompt-help.tsx').then(
      part => {
        if (!over) end = part.attachPromptHelp(target)
      },
      () => {
        isLoading = false
      }
    )
  })
  return () => {
    over = true
    stop()
    end()
  }
}
