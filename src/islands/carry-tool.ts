import { toolPrices } from '#islands/tool-prices.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { submit } from '#islands/tool-submit.ts'
import { readDraft } from '#stores/drafts.ts'
import { $pressed, pressedIn, takePressed, type Pressed } from '#stores/pressed.ts'
import { currentForm, keyOf } from '#stores/tool-form.ts'
import { carryOut } from '#ui/carry-out.ts'

/** The longest time that opening the page of a tool takes, in milliseconds. */
const MOMENT = 60_000

/**
 * Starts the run that a guest ordered before they signed in, as `carryQuestion` does with a
 * question.
 */
export function carryRun({
  hub,
  service,
  t
}: {
  hub: HubInfo
  service: Service
  t: Translate
}): void {
  const place = keyOf(service.id)
  const pressed = pressedIn(place)
  if (pressed === null) return
  if (pressed.here && Date.now() - pressed.at < MOMENT) return void sendOnce(service, pressed)
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

/** Starts a run that the user ordered on the studio home, unless another tab or a reload was first. */
async function sendOnce(service: Service, { place, text }: Pressed): Promise<void> {
  const still = readDraft(place) === text
  if ((await takePressed(place)) && still) await submit(service)
}
