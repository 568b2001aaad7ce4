import { createHmac, timingSafeEqual } from 'node:crypto'
import { isReachable } from '#servers/api/services/reachable.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<Context, 'config' | 'secrets'>

/** Characters of a signature. */
const SIGNED = 43

/**
 * Where a vendor may tell that a task is over: no two tasks have the same address, and nobody can guess one.
 * @returns undefined where nobody outside can reach us
 */
export function webhookAddress(
  { config, secrets }: Needs,
  vendor: string,
  runId: string
): string | undefined {
  const { api } = config.hosts
  return api === null || !isReachable(api)
    ? undefined
    : `${api}/webhooks/${vendor}/${webhookSecret({ secrets }, vendor, runId)}`
}

/** The last part of such an address: which task, and that we said so. */
export function webhookSecret(
  { secrets }: Pick<Needs, 'secrets'>,
  vendor: string,
  runId: string
): string {
  return `${runId}.${signature(secrets, vendor, runId)}`
}

/** Which task an address is about; null for one that we never gave away. */
export function runOfWebhook(
  { secrets }: Pick<Needs, 'secrets'>,
  vendor: string,
  secret: string
): string | null {
  const [runId = '', given = ''] = secret.split('.')
  const [right, found] = [
    Buffer.from(signature(secrets, vendor, runId)),
    Buffer.from(given.slice(0, SIGNED + 1))
  ]
  return right.length === found.length && timingSafeEqual(right, found) ? runId : null
}

function signature(secrets: Needs['secrets'], vendor: string, runId: string): string {
  return createHmac('sha256', secrets.key('webhook'))
    .update(`${vendor}:${runId}`)
    .digest('base64url')
}
