import { onReset, untilReset } from '#stores/persisted.ts'
import { deselect, type Chosen } from '#stores/selection.ts'

/** Something about who pays for a service that takes its time. */
export type Choice = {
  service: Chosen
  /** Later ones have higher numbers. */
  order: number
  /** Has neither the person nor the service been forgotten since? */
  stays(): boolean
}

let choices = 0

/** The number of the choice that stands, by service. */
const settled = new Map<string, number>()

/** Tokens that are being chosen, by service: the newest. */
const pending = new Map<string, Promise<string>>()

/** When a service was forgotten last. */
const forgotten = new Map<string, symbol>()

onReset(() => {
  settled.clear()
  pending.clear()
})

export function startChoice(service: Chosen): Choice {
  const before = forgotten.get(service.id)
  const personStays = untilReset()
  return { service, order: ++choices, stays: () => personStays() && forgotten.get(service.id) === before }
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

/** Nothing is chosen for a service any more, nor by what is still on its way. */
export function forgetChoice(id: string): void {
  forgotten.set(id, Symbol(id))
  settled.delete(id)
  pending.delete(id)
  deselect(id)
}
