import type { Found } from '#client/find.server.ts'

/** Is the reader no operator? Then there is no such page. */
export function isHidden({ problem }: Pick<Found<unknown>, 'problem'>): boolean {
  return problem?.code === 'forbidden'
}
