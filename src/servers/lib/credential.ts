import { Problem } from '#core/problem.ts'
import { blockedProblem } from '#servers/lib/blocked.ts'
import type { BaseContext } from '#servers/lib/base.ts'
import { hashToken } from '#servers/lib/secrets.ts'

/** Prefix of credential tokens, so that a leaked one is recognizable. */
export const CREDENTIAL_PREFIX = 'pm_'

/** The plan and user that a credential token identifies. */
export type CredentialCaller = {
  credentialId: string
  applicationId: string
  userId: string
  serviceId: string
  /** The page origin that it was created for; null for a named key. */
  host: string | null
  /** True for a guest, who asks once without signing in. */
  guest: boolean
}

/**
 * True when this credential may pay for a service. A credential of one service's plan pays only for
 * that service.
 */
export function paysFor(
  { serviceId }: Pick<CredentialCaller, 'serviceId'>,
  service: { id: string; serviceId: string }
): boolean {
  return serviceId === '' || serviceId === service.serviceId || serviceId === service.id
}

/**
 * Finds the caller that a credential token identifies.
 * @throws Problem `invalid_token` for an unknown token, `token_expired` after its end, `forbidden`
 *   when its user is blocked
 */
export async function readCredential(
  { database, clock }: Pick<BaseContext, 'database' | 'clock'>,
  token: string
): Promise<CredentialCaller> {
  const found = await database.db
    .selectFrom('credential')
    .innerJoin('application', 'application.id', 'credential.application_id')
    .leftJoin('guest', 'guest.application_id', 'application.id')
    .leftJoin('block', 'block.user_id', 'application.user_id')
    .select([
      'credential.id',
      'credential.expired_at',
      'credential.host',
      'application.id as application_id',
      'application.user_id',
      'application.service_id',
      'guest.id as guest_id',
      'block.user_id as blocked_id'
    ])
    .where('credential.token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (found === undefined) throw new Problem('invalid_token')
  if (found.blocked_id !== null) throw blockedProblem()
  if (found.expired_at !== null && found.expired_at <= clock.now())
    throw expiredCredentialProblem(found)
  const { id, application_id, user_id, service_id, host, guest_id } = found
  return {
    credentialId: id,
    applicationId: application_id,
    userId: user_id,
    serviceId: service_id,
    host,
    guest: guest_id !== null
  }
}

/**
 * Builds the problem for an expired credential. A page gets a new credential by signing in. Nothing
 * renews a named key, so its error has its own issue.
 */
export function expiredCredentialProblem({
  host,
  guest_id
}: {
  host: string | null
  guest_id: string | null
}): Problem {
  if (host !== null || guest_id !== null) return new Problem('token_expired')
  return new Problem('token_expired', {
    detail: 'this key has expired',
    issues: [{ field: 'expired_at', code: 'key_expired' }]
  })
}
