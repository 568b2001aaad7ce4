import { atom } from 'nanostores'
import type { HubInfo } from '#client/hub.ts'
import { fetchService } from '#client/platform.ts'
import type { Service } from '#contract/service.ts'
import { Problem, toProblem } from '#core/problem.ts'
import type { Remote } from '#core/remote.ts'
import { nameBrowser } from '#stores/fingerprint.ts'
import { onReset, untilReset } from '#stores/persisted.ts'
import { asPerson } from '#stores/renewal.ts'
import type { Chosen } from '#stores/selection.ts'

type Services = Readonly<Record<string, Remote<Service>>>

const NONE: Services = {}

/** What the platform says of each service that was asked for, by its name. A failure leaves nothing of what was known. */
export const $services = atom<Services>(NONE)

/** Which asking was the last one of a service: only it says what came of it. */
const asked = new Map<string, symbol>()

onReset(() => {
  asked.clear()
  $services.set(NONE)
})

export function serviceOf(id: string): Remote<Service> {
  return $services.get()[id] ?? { status: 'none' }
}

/** Asks for a service by its fixed id. What comes of it is kept if nobody has asked since. @throws Problem */
export async function loadService(hub: HubInfo, { id, serviceId }: Chosen): Promise<Service> {
  const stays = untilReset()
  const mine = Symbol(id)
  asked.set(id, mine)
  const keep = (answer: Remote<Service>): void => {
    if (asked.get(id) === mine) $services.set({ ...$services.get(), [id]: answer })
  }
  keep({ status: 'request' })
  nameBrowser()
  try {
    const ask = (token: string | null): Promise<Service> => fetchService(hub, token, serviceId)
    const value = hub.user === null ? await ask(null) : await asPerson(hub, ask)
    if (!stays()) throw new Problem('canceled')
    keep({ status: 'success', value })
    return value
  } catch (thrown) {
    const problem = toProblem(thrown)
    keep({ status: 'error', problem })
    throw problem
  }
}

export function forgetService(id: string): void {
  asked.delete(id)
  const { [id]: _, ...others } = $services.get()
  $services.set(others)
}
