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

onReset(() => $services.set(NONE))

export function serviceOf(id: string): Remote<Service> {
  return $services.get()[id] ?? { status: 'none' }
}

/** Asks for a service by its fixed id. @throws Problem */
export async function loadService(hub: HubInfo, { id, serviceId }: Chosen): Promise<Service> {
  const stays = untilReset()
  const keep = (answer: Remote<Service>): void => {
    if (!stays()) throw new Problem('canceled')
    $services.set({ ...$services.get(), [id]: answer })
  }
  keep({ status: 'request' })
  nameBrowser()
  try {
    const ask = (token: string | null): Promise<Service> => fetchService(hub, token, serviceId)
    const value = hub.user === null ? await ask(null) : await asPerson(hub, ask)
    keep({ status: 'success', value })
    return value
  } catch (thrown) {
    const problem = toProblem(thrown)
    if (stays()) keep({ status: 'error', problem })
    throw problem
  }
}

export function forgetService(id: string): void {
  const { [id]: _, ...others } = $services.get()
  $services.set(others)
}
