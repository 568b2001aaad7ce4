import type { HubInfo } from '#client/hub.ts'

/**
 * What each call says about its caller besides the token. Nothing of it is believed to be who they are.
 * @param part the platform is told more than the others, as its contract has it
 */
export function callerHeaders({ locale, user }: Pick<HubInfo, 'locale' | 'user'>, part: 'platform' | 'api'): Record<string, string> {
  const language = { 'accept-language': locale }
  if (part === 'api') return language
  return { ...language, ...(user !== null && { 'x-user-id': user.id }) }
}

/** Looking something up is no use of a service: clients of the contract say so. */
export const LOOKED_UP = { 'x-record-exempt': 'true' }
