import { randomUUID } from 'node:crypto'
import { servedModels } from '#catalog/chat/provider.server.ts'
import { chat } from '#catalog/chat/service.ts'
import type { GuestToken } from '#contract/guest.ts'
import { creditsToMicro } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { mayGuestsAsk } from '#core/switches.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { Context, Peer } from '#servers/lib/context.ts'
import { CREDENTIAL_PREFIX } from '#servers/lib/credential.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { hashAddress, takeFreeSlot, type FreeSlot } from '#servers/lib/free-slots.ts'
import { guestForbiddenProblem } from '#servers/lib/guest.ts'
import { networkOf, wideNetworkOf } from '#servers/lib/network.ts'
import { hashToken, randomToken } from '#servers/lib/secrets.ts'
import { findServiceByName } from '#servers/lib/own-services.ts'
import { currentFund, routingOf } from '#servers/lib/serving.ts'
import { checkOffered, findCallSites } from '#servers/lib/site-terms.ts'

const DAY = 24 * 3_600_000

/** Milliseconds for which a guest can return for the answer, or sign up to keep it. */
const GUEST_LIFE = DAY

/**
 * Maximum price of a guest's answer in micro-credits. It pays for 2,000 tokens of the most
 * expensive model, or 3,000 of the first. A run of a tool adds its own credits (`grantTry`).
 */
const GUEST_AMOUNT = creditsToMicro(0.5)

/**
 * Answers and results with real credits per day: for all guests of one network (`A_NETWORK`), and
 * of one IPv6 /56, which has 256 networks. Other visitors can sign in.
 */
const A_NETWORK = 1
const A_WIDE_NETWORK = 2

type Asked = {
  request: Request
  url: URL
  peer: Peer
  /** Catalogue id of the service that the guest wants to try. */
  service?: string | undefined
}

/**
 * Creates a guest: a plan without a user, with credits for one answer, and a key for it. Real
 * credits are limited by day, network and site.
 * @throws Problem `forbidden` where the site allows no guests, or for a foreign page; `not_found`
 *   for an unknown service; `api_not_implemented` without a provider; `too_many_requests` after the
 *   day's answers
 */
export async function beginGuest(context: ApiContext, asked: Asked): Promise<GuestToken> {
  const { clock, database } = context
  const { service = chat.id } = asked
  const origin = await pageOf(context, asked.request)
  if (!mayGuestsAsk(await context.terms.of(origin)))
    throw guestForbiddenProblem('this site does not allow guests')
  checkOffered(await context.terms.offer(await findCallSites(context, asked)), service)
  const fund = currentFund(context, asked.url)
  if (!(await isServed(context, asked.url, service)))
    throw new Problem('api_not_implemented', { detail: `no provider serves ${service} here` })
  const now = clock.now()
  const slots = fund === 'real' ? slotsFor(context, origin, asked.peer, now) : []
  const guest = {
    id: randomUUID(),
    applicationId: randomUUID(),
    token: randomToken(CREDENTIAL_PREFIX),
    origin,
    now
  }
  await database.transaction(async tx => {
    for (const slot of slots) if (!(await takeFreeSlot(tx, slot))) throw tomorrow(now)
    await writeGuest(tx, guest)
    const booking = {
      applicationId: guest.applicationId,
      fund,
      reference: `guest:${guest.id}`,
      amount: GUEST_AMOUNT,
      now
    }
    await credit(tx, 'free', booking)
  })
  return { token: guest.token, expires_at: new Date(now + GUEST_LIFE).toISOString() }
}

/** @throws Problem `not_found` for an unknown service */
async function isServed(context: ApiContext, url: URL, id: string): Promise<boolean> {
  const { config, services, kinds } = context
  if (id === chat.id) {
    const routing = routingOf(context, await readShelf(context))
    return servedModels(routing, url.origin === config.testHosts.api).length > 0
  }
  const service = services.find(each => each.id === id) ?? (await findServiceByName(context, id))
  if (service?.actions === undefined) throw new Problem('not_found', { detail: 'no such service' })
  await kinds.load(service.id)
  const fund = currentFund(context, url)
  return Object.keys(service.actions).some(verb => kinds.find(id, verb, fund) !== null)
}

/**
 * Returns the site whose page sends the request. A page of another origin cannot spend a site's
 * credits.
 */
async function pageOf({ sites }: Context, request: Request): Promise<string> {
  const origin = await sites.originOf(request.headers.get('origin') ?? '')
  if (origin === null)
    throw new Problem('forbidden', {
      detail: 'guest requests must come from a page of this deployment'
    })
  return origin
}

function slotsFor(context: Context, origin: string, { address }: Peer, now: number): FreeSlot[] {
  const day = Math.floor(now / DAY)
  const wide = wideNetworkOf(address)
  return [
    { key: `guest-address:${hashAddress(context, networkOf(address))}`, most: A_NETWORK, day },
    ...(wide === null
      ? []
      : [{ key: `guest-address:${hashAddress(context, wide)}`, most: A_WIDE_NETWORK, day }]),
    { key: `guest-site:${origin}`, most: context.config.guestAnswers, day }
  ]
}

function tomorrow(now: number): Problem {
  return new Problem('too_many_requests', {
    detail: 'the guest limit of today is reached',
    issues: [{ field: 'guest', code: 'guest' }],
    retryAfter: Math.ceil((DAY - (now % DAY)) / 1000)
  })
}

type NewGuest = { id: string; applicationId: string; token: string; origin: string; now: number }

async function writeGuest(
  tx: Queries,
  { id, applicationId, token, origin, now }: NewGuest
): Promise<void> {
  const ends = now + GUEST_LIFE
  const [token_hash, dates] = [hashToken(token), { created_at: now, updated_at: now }]
  await tx
    .insertInto('guest')
    .values({
      id,
      application_id: applicationId,
      token_hash,
      origin,
      claimed_by: null,
      created_at: now,
      expires_at: ends
    })
    .execute()
  await tx
    .insertInto('application')
    .values({
      id: applicationId,
      user_id: id,
      type: 'Usage',
      scope: 'Global',
      service_id: '',
      expired_at: null,
      ...dates
    })
    .execute()
  const credential = {
    id: randomUUID(),
    application_id: applicationId,
    user_id: id,
    name: '',
    type: 'Token' as const
  }
  await tx
    .insertInto('credential')
    .values({
      ...credential,
      host: origin,
      token_hash,
      token_box: null,
      expired_at: ends,
      ...dates
    })
    .execute()
}
