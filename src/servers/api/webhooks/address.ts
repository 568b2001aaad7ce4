import { createHmac, timingSafeEqual } from 'node:crypto'
import { isReachable } from '#servers/api/services/reachable.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<Context, 'config' | 'secrets'>

/** Length of a signature in characters. */
const SIGNED = 43

/**
 * Returns the address where a vendor reports the end of a task. Each task has its own, and nobody
 * can guess it.
 * @returns undefined when nobody outside can reach us
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

/** Returns the last part of the address: the task and our signature. */
export function webhookSecret(
  { secrets }: Pick<Needs, 'secrets'>,
  vendor: string,
  runId: string
): string {
  return `${runId}.${signature(secrets, vendor, runId)}`
}

/** Returns the id of the task that an address belongs to; null if we did not create the address. */
export function parseWebhookRun(
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
