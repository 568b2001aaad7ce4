import type { PlatformResult } from '#client/find.server.ts'

/** Tells whether the user is not an operator, so that the page must not exist for them. */
export function isOperatorPageHidden({
  problem
}: Pick<PlatformResult<unknown>, 'problem'>): boolean {
  return problem?.code === 'forbidden'
}
