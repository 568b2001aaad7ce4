import { atom } from 'nanostores'
import type { Failure, Turn } from '#client/turns.ts'
import { onReset } from '#stores/persisted.ts'

/**
 * One model of the comparison on this page. Its task, if it is a tool, is on the shelf.
 * @property run null until it has begun
 * @property conversation null for a tool
 * @property turn its answer; null for a tool
 * @property failure why it has not begun
 * @property sentAt when it was sent, in unix milliseconds; null if it was not
 * @property seconds the time that it took; null while it runs
 */
export type ComparisonSide = {
  phase: 'idle' | 'sending' | 'running' | 'ended'
  run: string | null
  conversation: string | null
  turn: Turn | null
  failure: Failure | null
  sentAt: number | null
  seconds: number | null
}

/** The models of the comparison on this page, in their order; null until the page passes them. */
export const $sides = atom<readonly ComparisonSide[] | null>(null)

onReset(() => $sides.set(null))

export function sideAt(place: number): ComparisonSide | undefined {
  return $sides.get()?.[place]
}

export function changeSide(place: number, changes: Partial<ComparisonSide>): void {
  const sides = $sides.get() ?? []
  $sides.set(sides.map((side, at) => (at === place ? { ...side, ...changes } : side)))
}
