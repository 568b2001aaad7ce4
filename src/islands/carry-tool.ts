import { toolPrices } from '#islands/tool-prices.ts'
import { pageHub } from '#client/page-hub.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { submitToolForm, submitToolRun } from '#islands/tool-submit.ts'
import { readDraft } from '#stores/drafts.ts'
import { $guest } from '#stores/guest-token.ts'
import {
  $pendingMessage,
  pendingMessageOf,
  takePendingMessage,
  type PendingMessage
} from '#stores/pressed.ts'
import { quoteRun } from '#stores/run-quotes.ts'
import { currentForm, formDraftKey } from '#stores/tool-form.ts'
import { sendAfterCountdown } from '#ui/carry-out.ts'

/** Milliseconds in which a press of Generate on the studio home still starts a run at once. */
const MOMENT = 60_000

/**
 * Starts the run that a guest pressed Generate for before they signed in, like `sendPendingQuestion`. It
 * also starts a run that the user began on the studio home.
 */
export function startPendingRun({ service, t }: { service: Service; t: Translate }): () => void {
  const hub = pageHub()
  const stay = (): void => undefined
  const place = formDraftKey(service.id)
  const pressed = pendingMessageOf(place)
  if (pressed === null) return stay
  const { order, prices: [shown = Infinity] = [] } = pressed
  const { verb, given } = currentForm(service)
  const { priceOf } = toolPrices({ service, hub, t })
  // A price that has risen since is shown first, except to a guest, who pays nothing.
  const isRisen = hub.user !== null && quoteRun(service, { verb, values: {} }).micro > shown
  if (pressed.here && !isRisen && Date.now() - pressed.at < MOMENT) {
    void sendOnce(service, pressed, t)
    return stay
  }
  if (hub.user === null) {
    $pendingMessage.set(null)
    return stay
  }
  const begin = (): (() => void) =>
    sendAfterCountdown({
      place,
      unchanged: ({ text }) => readDraft(place) === text,
      line: t('field.pressed.text', {
        price: order ? priceOf(order.verb, order.values) : priceOf(verb, given[verb] ?? {})
      }),
      cancel: t('field.pressed.cancel'),
      send: () => void (order ? submitToolRun(service, order, true) : submitToolForm(service, t))
    })
  // Wait until the guest's result belongs to the user, since the run may start from that result.
  if ($guest.get() === null) return begin()
  let end = $guest.listen(guest => {
    if (guest !== null) return
    end()
    end = begin()
  })
  return () => end()
}

/** Starts a run that the user began on the studio home, unless another tab or a reload did so. */
async function sendOnce(
  service: Service,
  { place, text }: PendingMessage,
  t: Translate
): Promise<void> {
  const still = readDraft(place) === text
  if ((await takePendingMessage(place)) && still) await submitToolForm(service, t)
}
