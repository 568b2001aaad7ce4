import { onReset, createResetCheck } from '#stores/persisted.ts'
import type { ServiceRef } from '#stores/selection.ts'

/** A pending decision about which plan pays for a service. */
export type Choice = {
  service: ServiceRef
  /** Later choices have higher numbers. */
  order: number
  /** Returns true while the same user is signed in. */
  stays(): boolean
}

let choices = 0

/** The number of the choice that is in effect, by service. */
const settled = new Map<string, number>()

/** The newest pending choice of each service. It resolves to the token. */
const pending = new Map<string, Promise<string>>()

onReset(() => {
  settled.clear()
  pending.clear()
})

export function startChoice(service: ServiceRef): Choice {
  return { service, order: ++choices, stays: createResetCheck() }
}

/**
 * Makes a choice. Callers that need its token meanwhile wait for {@link pendingChoice}.
 * @throws whatever `make` throws
 */
export function makeChoice(
  service: ServiceRef,
  make: (choice: Choice) => Promise<string>
): Promise<string> {
  const begun = make(startChoice(service)).finally(() => {
    if (pending.get(service.id) === begun) pending.delete(service.id)
  })
  pending.set(service.id, begun)
  return begun
}

export function pendingChoice(id: string): Promise<string> | undefined {
  return pending.get(id)
}

/** Checks whether a choice that began later is already in effect. */
export function isChoiceOutdated({ service, order }: Choice): boolean {
  return (settled.get(service.id) ?? 0) > order
}

export function settleChoice({ service, order }: Choice): void {
  settled.set(service.id, order)
}
