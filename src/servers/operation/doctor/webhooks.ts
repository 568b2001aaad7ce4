import { isPublicAddress } from '#servers/lib/egress.ts'
import { isLoopbackHost } from '#servers/lib/sites.ts'
import {
  createFindings,
  describeError,
  type DoctorNeeds,
  type Finding
} from '#servers/operation/doctor/findings.ts'
import { STRIPE_CALLBACK } from '#servers/config-shop.ts'

const { ok, skipped, warning, failed } = createFindings('webhooks')

const PATIENCE = 15_000

/** A path where others report to us, and the part that serves it. */
type Door = { name: string; origin: string | null; path: string; variable: string }

/** Checks that the addresses where Stripe and providers report to us are answered by us. */
export async function checkWebhooks(needs: DoctorNeeds): Promise<Finding[]> {
  const { stripe, hosts, mediaVendors } = needs.config
  const doors: Door[] = []
  if (stripe !== null)
    doors.push({
      name: 'Stripe',
      origin: hosts.platform ?? hosts.hub,
      path: STRIPE_CALLBACK,
      variable: 'PLATFORM_URL or HUB_URL'
    })
  if (mediaVendors.fal !== undefined && hosts.api !== null)
    doors.push({
      name: 'fal',
      origin: hosts.api,
      path: '/webhooks/fal/doctor',
      variable: 'API_URL'
    })
  if (doors.length === 0) return [skipped('Nobody reports to this Polymuse.')]
  return Promise.all(doors.map(door => checkDoor(needs, door)))
}

async function checkDoor(
  { fetch, broken }: DoctorNeeds,
  { name, origin, path, variable }: Door
): Promise<Finding> {
  if (origin === null)
    return warning(
      `${name} reports to ${path}, but no public address is set.`,
      `Set ${variable} to the address that ${name} can reach.`
    )
  if (broken.has(origin)) return skipped(`${name} reports to ${origin}, which does not work yet.`)
  const { hostname } = new URL(origin)
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE)
  }).catch((error: unknown) => describeError(error))
  const isOurs = typeof answer !== 'string' && answer.headers.has('x-trace-id')
  if (!isOurs)
    return failed(
      `${origin}${path}, where ${name} reports, is not answered by Polymuse (${typeof answer === 'string' ? answer : answer.status}).`,
      'Let the proxy forward this path as it is, with POST, and without a sign-in or a filter of its own.'
    )
  await answer.body?.cancel()
  return isLoopbackHost(hostname) || (/^[\d.[]/.test(hostname) && !isPublicAddress(hostname))
    ? ok(`${origin}${path} answers, but ${name} cannot reach this address from outside.`)
    : ok(`${origin}${path} answers.`)
}
