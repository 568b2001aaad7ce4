import { onReset, untilReset } from '#stores/persisted.ts'
import type { Chosen } from '#stores/selection.ts'

/** Something about who pays for a service that takes its time. */
export type Choice = {
  service: Chosen
  /** Later ones have higher numbers. */
  order: number
  /** Is it still the same person? */
  stays(): boolean
}

let choices = 0

/** The number of the choice that stands, by service. */
const settled = new Map<string, number>()

/** Tokens that are being chosen, by service: the newest. */
const pending = new Map<string, Promise<string>>()

onReset(() => {
  settled.clear()
  pending.clear()
})

export function startChoice(service: Chosen): Choice {
  return { service, order: ++choices, stays: untilReset() }
}

/** Makes a choice; whoever needs its token meanwhile waits for {@link pendingChoice}. @throws whatever `make` throws */
export function makeChoice(service: Chosen, make: (choice: Choice) => Promise<string>): Promise<string> {
  const begun = make(startChoice(service)).finally(() => {
    if (pending.get(service.id) === begun) pending.delete(service.id)
  })
  pending.set(service.id, begun)
  return begun
}

export function pendingChoice(id: string): Promise<string> | undefined {
  return pending.get(id)
}

/** Does a choice stand that was begun later? */
export function isOvertaken({ service, order }: Choice): boolean {
  return (settled.get(service.id) ?? 0) > order
}

export function settleChoice({ service, order }: Choice): void {
  settled.set(service.id, order)
}
