import { toolPrices } from '#islands/tool-prices.ts'
import { pageHub } from '#client/page-hub.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { submit } from '#islands/tool-submit.ts'
import { readDraft } from '#stores/drafts.ts'
import { $pressed, pressedIn } from '#stores/pressed.ts'
import { currentForm, keyOf } from '#stores/tool-form.ts'
import { carryOut } from '#ui/carry-out.ts'

/**
 * Starts the run that a guest ordered before they signed in, as `carryQuestion` does with a
 * question.
 */
export function carryRun({ service, t }: { service: Service; t: Translate }): void {
  const hub = pageHub()
  const place = keyOf(service.id)
  if (pressedIn(place) === null) return
  if (hub.user === null) return $pressed.set(null)
  const { verb, given } = currentForm(service)
  carryOut({
    place,
    unchanged: ({ text }) => readDraft(place) === text,
    line: t('field.pressed.text', {
      price: toolPrices({ service, hub, t }).priceOf(verb, given[verb] ?? {})
    }),
    cancel: t('field.pressed.cancel'),
    send: () => void submit(service)
  })
}
