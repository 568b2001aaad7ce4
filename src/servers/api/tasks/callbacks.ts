import { createHmac, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { sql } from 'kysely'
import { Problem } from '#core/problem.ts'
import type { Json } from '#core/provider.ts'
import { absoluteFiles } from '#servers/files/address.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import type { Context } from '#servers/lib/context.ts'
import { claimMessages } from '#servers/lib/database/claim.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { egress, isPublicAddress } from '#servers/lib/egress.ts'
import { nextAttemptTime } from '#servers/lib/retry.ts'
import { isPlaceholderOrigin } from '#core/placeholder.ts'

/** Clients of the contract send this callback host with every call and read nothing from it. */
const NOBODY_LISTENS = 'webhook.acedata.cloud'

const PAUSES = { first: 10_000, longest: 3_600_000 }
const GIVE_UP_AFTER = 24 * 3_600_000
const PATIENCE = 15_000
/** Messages that one round sends at most. */
const AT_ONCE = 20

/**
 * Tells whether a callback address expects a message. The host above only means that the call wants
 * an immediate response.
 */
export function wantsCallback(url: string | undefined): url is string {
  return url !== undefined && URL.canParse(url) && new URL(url).hostname !== NOBODY_LISTENS
}

/**
 * Tells whether an address may receive a message, by its text alone. Its IP address is checked when
 * the message is sent.
 */
export function mayReceiveCallback(address: string, trustedHosts: readonly string[]): boolean {
  const { host, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  const literal = hostname.replace(/^\[|\]$/g, '')
  return trustedHosts.includes(host) || isIP(literal) === 0 || isPublicAddress(literal)
}

/** Writes a message in the same transaction as the end of its task. */
export async function queueCallback(
  tx: Queries,
  task: RunRow,
  body: Json,
  now: number
): Promise<void> {
  await tx
    .insertInto('callback')
    .values({
      id: randomUUID(),
      user_id: task.user_id,
      run_id: task.id,
      url: task.callback_url ?? '',
      body: JSON.stringify(body),
      state: 'waiting',
      attempts: 0,
      status_code: null,
      note: '',
      next_at: now,
      give_up_at: now + GIVE_UP_AFTER,
      created_at: now
    })
    .execute()
}

/** Returns the key that signs a user's callbacks. The console shows it to them. */
export function callbackSecret({ secrets }: Pick<Context, 'secrets'>, userId: string): string {
  return `pmc_${createHmac('sha256', secrets.key('callback')).update(userId).digest('base64url')}`
}

/**
 * Returns `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. The receiver computes it again, and
 * refuses an old `t`.
 */
export function signCallback(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/**
 * Delivers messages that are due, each by one process at a time. Failed ones are tried again with
 * growing pauses for a day.
 * @param trustedHosts see {@link egress}
 */
export async function deliverCallbacks(
  context: Context,
  trustedHosts: readonly string[]
): Promise<void> {
  const { db } = context.database
  const claimed = await claimMessages(context.database, 'callback', {
    now: context.clock.now(),
    lease: PATIENCE * 2,
    atOnce: AT_ONCE,
    where: sql`state = 'waiting'`
  })
  const origins = await originsOf(
    db,
    claimed.map(callback => callback.run_id)
  )
  await Promise.all(
    claimed.map(async callback => {
      const body = JSON.stringify(
        absoluteFiles(
          JSON.parse(callback.body) as Json,
          fileBaseFor(context, origins.get(callback.run_id) ?? '')
        )
      )
      const sent = await send(context, callback.url, body, callback.user_id, trustedHosts)
      const at = context.clock.now()
      const later = nextAttemptTime(
        { attempts: callback.attempts, now: at, giveUpAt: callback.give_up_at },
        PAUSES
      )
      const state = sent.ok ? 'delivered' : sent.refused || later === null ? 'given_up' : 'waiting'
      await db
        .updateTable('callback')
        .set({ state, status_code: sent.status, note: sent.note, next_at: later ?? at })
        .where('id', '=', callback.id)
        .execute()
    })
  )
}

/**
 * Returns the base address of the files in a message: the API's own, or that of the calling site,
 * or this listener's.
 */
function fileBaseFor({ config }: Context, origin: string): string {
  const site =
    isPlaceholderOrigin(origin) || origin === '' ? `http://${config.host}:${config.port}` : origin
  return config.hosts.api ?? site
}

async function originsOf(db: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const runs = await db.selectFrom('run').select(['id', 'origin']).where('id', 'in', ids).execute()
  return new Map(runs.map(run => [run.id, run.origin]))
}

/** `refused`: the address may not be called, so the message is not tried again. */
type Sent = { ok: boolean; refused: boolean; status: number | null; note: string }

async function send(
  context: Context,
  url: string,
  body: string,
  userId: string,
  trustedHosts: readonly string[]
): Promise<Sent> {
  const seconds = Math.floor(context.clock.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'x-polymuse-signature': signCallback(callbackSecret(context, userId), body, seconds)
  }
  try {
    const answer = await egress(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(PATIENCE),
      trustedHosts
    })
    await answer.body?.cancel()
    return {
      ok: answer.ok,
      refused: false,
      status: answer.status,
      note: answer.ok ? '' : `answered ${answer.status}`
    }
  } catch (error) {
    const refused = error instanceof Problem && error.code === 'bad_request'
    return {
      ok: false,
      refused,
      status: null,
      note: error instanceof Error ? error.message : 'could not be reached'
    }
  }
}
