import type { HubInfo } from '#client/hub.ts'

/** What this browser looks like; empty until that is known, and for whoever does not want it known. */
let fingerprint = ''

/** From now on calls to the platform carry it. */
export function nameFingerprint(id: string): void {
  fingerprint = id
}

/**
 * What each call says about its caller besides the token. Nothing of it is believed to be who they are.
 * @param part the platform is told more than the others, as its contract has it
 */
export function callerHeaders({ locale, user }: Pick<HubInfo, 'locale' | 'user'>, part: 'platform' | 'api'): Record<string, string> {
  const language = { 'accept-language': locale }
  if (part === 'api') return language
  return { ...language, ...(user !== null && { 'x-user-id': user.id }), ...(fingerprint !== '' && { 'x-fingerprint': fingerprint }) }
}

/** Looking something up is no use of a service: clients of the contract say so. */
export const LOOKED_UP = { 'x-record-exempt': 'true' }
