import { toolPrices } from '#islands/tool-prices.ts'
import { pageHub } from '#client/page-hub.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { submit, submitTool } from '#islands/tool-submit.ts'
import { readDraft } from '#stores/drafts.ts'
import { $guest } from '#stores/guest-token.ts'
import { $pressed, pressedIn } from '#stores/pressed.ts'
import { currentForm, keyOf } from '#stores/tool-form.ts'
import { carryOut } from '#ui/carry-out.ts'

/**
 * Starts the run that a guest ordered before they signed in, as `carryQuestion` does with a
 * question.
 */
export function carryRun({ service, t }: { service: Service; t: Translate }): () => void {
  const hub = pageHub()
  const stay = (): void => undefined
  const place = keyOf(service.id)
  const order = pressedIn(place)?.order
  if (pressedIn(place) === null) return stay
  if (hub.user === null) {
    $pressed.set(null)
    return stay
  }
  const { verb, given } = currentForm(service)
  const { priceOf } = toolPrices({ service, hub, t })
  const begin = (): (() => void) =>
    carryOut({
      place,
      unchanged: ({ text }) => readDraft(place) === text,
      line: t('field.pressed.text', {
        price: order ? priceOf(order.verb, order.values) : priceOf(verb, given[verb] ?? {})
      }),
      cancel: t('field.pressed.cancel'),
      send: () => void (order ? submitTool(service, order, true) : submit(service))
    })
  // The guest's result first becomes the user's, since the run may start from it.
  if ($guest.get() === null) return begin()
  let end = $guest.listen(guest => {
    if (guest !== null) return
    end()
    end = begin()
  })
  return () => end()
}
