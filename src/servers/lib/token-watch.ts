import { Problem } from '#core/problem.ts'
import { blockedProblem } from '#servers/lib/blocked.ts'
import type { Context } from '#servers/lib/context.ts'
import { expiredCredentialProblem } from '#servers/lib/credential.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { hashToken } from '#servers/lib/secrets.ts'

/** Milliseconds between checks: a stream ends within a second after any process ends its token. */
const LOOK_EVERY = 400

/** Ids in one query. */
const BATCH = 500

/** A token that was accepted. */
type LetIn = { grantId: string } | { credentialId: string; token: string }

/** `signal` aborts with the Problem that the token would now be refused with. */
export type WatchedToken = { signal: AbortSignal; stop(): void }

/** Aborts calls in progress when their token ends. */
export type TokenWatch = { watch(token: LetIn): WatchedToken }

type Watched = { token: LetIn; tokenHash: string; controller: AbortController }
type Credential = {
  id: string
  token_hash: string
  host: string | null
  expired_at: number | null
  blocked_id: string | null
  guest_id: string | null
}
type Grant = {
  id: string
  revoked_at: number | null
  expires_at: number
  blocked_id: string | null
}

/**
 * Polls the tokens of all open calls together, with one query for each kind. Polling finds every
 * way to end a token: the code that ends one need not report it, and no message between processes
 * can get lost.
 */
export function createTokenWatch({
  database: { db },
  clock,
  log
}: Pick<Context, 'database' | 'clock' | 'log'>): TokenWatch {
  const open = new Set<Watched>()
  let timer: NodeJS.Timeout | undefined
  let looking = false

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    try {
      const all = [...open]
      const known = await recordsOf(
        db,
        all.map(({ token }) => token)
      )
      for (const { token, tokenHash, controller } of all) {
        const problem =
          'grantId' in token
            ? grantProblem(known.grants.get(token.grantId), clock.now())
            : credentialProblem(known.credentials.get(token.credentialId), tokenHash, clock.now())
        if (problem !== null) controller.abort(problem)
      }
    } finally {
      looking = false
    }
  }

  function stop(watched: Watched): void {
    open.delete(watched)
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    watch(token) {
      const watched = {
        token,
        tokenHash: 'token' in token ? hashToken(token.token) : '',
        controller: new AbortController()
      }
      open.add(watched)
      timer ??= setInterval(() => {
        look().catch((error: unknown) =>
          log.warn({ err: error }, 'tokens of open calls could not be looked at')
        )
      }, LOOK_EVERY).unref()
      return { signal: watched.controller.signal, stop: () => stop(watched) }
    }
  }
}

/** Reads what the tokens depend on, by id. */
async function recordsOf(
  db: Queries,
  tokens: readonly LetIn[]
): Promise<{ grants: Map<string, Grant>; credentials: Map<string, Credential> }> {
  const grants = new Map<string, Grant>()
  const credentials = new Map<string, Credential>()
  for (const ids of batchesOf(tokens.flatMap(token => ('grantId' in token ? [token.grantId] : []))))
    for (const grant of await grantsOf(db, ids)) grants.set(grant.id, grant)
  for (const ids of batchesOf(
    tokens.flatMap(token => ('grantId' in token ? [] : [token.credentialId]))
  ))
    for (const credential of await credentialsOf(db, ids))
      credentials.set(credential.id, credential)
  return { grants, credentials }
}

function grantsOf(db: Queries, ids: readonly string[]): Promise<Grant[]> {
  return db
    .selectFrom('grant')
    .leftJoin('block', 'block.user_id', 'grant.user_id')
    .select(['grant.id', 'grant.revoked_at', 'grant.expires_at', 'block.user_id as blocked_id'])
    .where('grant.id', 'in', ids)
    .execute()
}

function credentialsOf(db: Queries, ids: readonly string[]): Promise<Credential[]> {
  return db
    .selectFrom('credential')
    .innerJoin('application', 'application.id', 'credential.application_id')
    .leftJoin('guest', 'guest.application_id', 'application.id')
    .leftJoin('block', 'block.user_id', 'application.user_id')
    .select(['credential.id', 'credential.token_hash', 'credential.host', 'credential.expired_at'])
    .select(['block.user_id as blocked_id', 'guest.id as guest_id'])
    .where('credential.id', 'in', ids)
    .execute()
}

function batchesOf(ids: readonly string[]): string[][] {
  const each = [...new Set(ids)]
  return Array.from({ length: Math.ceil(each.length / BATCH) }, (_, index) =>
    each.slice(index * BATCH, (index + 1) * BATCH)
  )
}

/**
 * Returns why a sign-in no longer allows an open stream; null if it does. The stream may outlive
 * the hour of its access token.
 */
function grantProblem(grant: Grant | undefined, now: number): Problem | null {
  if (grant === undefined || grant.revoked_at !== null || grant.expires_at <= now)
    return new Problem('invalid_token')
  return grant.blocked_id === null ? null : blockedProblem()
}

function credentialProblem(
  credential: Credential | undefined,
  tokenHash: string,
  now: number
): Problem | null {
  if (credential === undefined || credential.token_hash !== tokenHash)
    return new Problem('invalid_token')
  if (credential.blocked_id !== null) return blockedProblem()
  return credential.expired_at !== null && credential.expired_at <= now
    ? expiredCredentialProblem(credential)
    : null
}
