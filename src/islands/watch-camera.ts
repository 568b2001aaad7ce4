import { isHandHeld } from '#client/hand-held.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'

/**
 * Loads the button of the camera for the image fields of a form, on devices that are held in the
 * hand.
 * @returns a function that removes it
 */
export function watchCamera(target: { service: Service; t: Translate }): () => void {
  let isOver = false
  let end = (): void => undefined
  if (isHandHeld())
    void import('#islands/camera.tsx').then(
      part => {
        if (!isOver) end = part.attachCamera(target)
      },
      // Files can also be chosen without it.
      () => undefined
    )
  return () => {
    isOver = true
    end()
  }
}
