import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { countList } from '#servers/lib/database/kept-rows.ts'
import { containsText } from '#servers/lib/database/like.ts'
import type { Credential, NewCredential } from '#contract/credential.ts'
import { creditsToMicro } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { CREDENTIAL_PREFIX } from '#servers/lib/credential.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { hashToken, randomToken } from '#servers/lib/secrets.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import { parseOrdering } from '#servers/platform/ordering.ts'
import {
  toCredential,
  toCredentials,
  parsePageOrigin
} from '#servers/platform/credentials/shown.ts'
import {
  type CredentialContext,
  type CredentialRow,
  fieldProblem
} from '#servers/platform/credentials/shown.ts'

/**
 * The most named keys that one plan may have, and the most page credentials. Nobody keeps track of
 * more.
 */
const MOST_KEYS = 100

/**
 * Returns a random token with the columns that store it. The token of a page is stored encrypted
 * and can be read again later; of a named key only the hash is stored.
 * @param host the page's origin; null for a named key
 */
export function createCredentialToken({ secrets }: Pick<Context, 'secrets'>, host: string | null) {
  const token = randomToken(CREDENTIAL_PREFIX)
  return {
    token,
    kept: { token_hash: hashToken(token), token_box: host === null ? null : secrets.seal(token) }
  }
}

type Filter = {
  application_id?: string | undefined
  kind?: 'page' | 'key' | undefined
  search?: string | undefined
}

/**
 * Lists a user's credentials, newest first unless `ordering` says otherwise. The filter may narrow
 * them to one plan, one kind, or a search text.
 */
export async function listCredentials(
  context: CredentialContext,
  userId: string,
  { application_id, kind, search }: Filter,
  page: { limit: number; offset: number; ordering?: string | undefined }
): Promise<{ items: Credential[]; count: number }> {
  let query = context.database.db.selectFrom('credential').where('user_id', '=', userId)
  if (application_id !== undefined) query = query.where('application_id', '=', application_id)
  if (kind !== undefined) query = query.where('host', kind === 'key' ? 'is' : 'is not', null)
  if (search !== undefined)
    query = query.where(({ or }) =>
      or([containsText('name', search), containsText('host', search)])
    )
  const { column, direction } = parseOrdering(page.ordering, ['created_at', 'name', 'host'], {
    column: 'created_at',
    direction: 'desc'
  })
  const rows = await query
    .selectAll()
    .orderBy(column, direction)
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await countList(context.database.db, query, page, rows.length)
  return { items: await toCredentials(context, rows), count }
}

/** Returns all credentials of a plan, oldest first. */
export async function listPlanCredentials(
  context: CredentialContext,
  applicationId: string
): Promise<Credential[]> {
  const rows = await context.database.db
    .selectFrom('credential')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return toCredentials(context, rows)
}

/**
 * Reads one credential.
 * @throws Problem `not_found`
 */
export async function getCredential(context: CredentialContext, id: string): Promise<Credential> {
  const row = await context.database.db
    .selectFrom('credential')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', { detail: `no credential ${id}` })
  return toCredential(context, row)
}

/**
 * Returns the credential of a plan for one page origin. The first call creates it; later calls
 * return the same one, and renew it if it has expired. A limit or an expiry in the call applies
 * from then on.
 * Without an origin, it creates a new named key. Only this response contains the key's token.
 * @throws Problem `bad_request` naming the field; `not_found` for an unknown plan
 */
export async function createCredential(
  context: CredentialContext,
  userId: string,
  input: NewCredential
): Promise<Credential> {
  if (input.host === undefined && input.name === undefined)
    throw fieldProblem('name', 'required', 'a key without a host needs a name')
  if (input.expired_at && input.expired_at <= context.clock.now())
    throw fieldProblem('expired_at', 'too_small', 'expired_at is in the past')
  const host = input.host === undefined ? null : parsePageOrigin(input.host)
  const { token: fresh, kept } = createCredentialToken(context, host)
  const { row, token } = await commitEffect(context.database, async tx => {
    // This update changes nothing, but locks the row. Other calls that create a credential for this
    // plan wait for our commit.
    const there = await tx
      .updateTable('application')
      .set({ updated_at: sql`updated_at` })
      .where('id', '=', input.application_id)
      .executeTakeFirst()
    if (there.numUpdatedRows === 0n)
      throw new Problem('not_found', { detail: `no application ${input.application_id}` })
    const before = host === null ? undefined : await renewed(tx, context, { ...input, host, kept })
    if (before !== undefined) return { row: before, token: fresh }
    await checkRoom(tx, input.application_id, host)
    const { application_id, name = host ?? '', limited_amount, expired_at = null } = input
    const now = context.clock.now()
    const limited = limited_amount == null ? null : creditsToMicro(limited_amount)
    const owner = {
      application_id,
      user_id: userId,
      type: 'Token' as const,
      created_at: now,
      updated_at: now
    }
    const added = tx
      .insertInto('credential')
      .values({ id: randomUUID(), ...owner, name, host, ...kept, limited, expired_at })
    return { row: await added.returningAll().executeTakeFirstOrThrow(), token: fresh }
  })
  return toCredential(context, row, host === null ? token : '')
}

type Renewal = Pick<NewCredential, 'application_id' | 'limited_amount' | 'expired_at'> & {
  host: string
  kept: ReturnType<typeof createCredentialToken>['kept']
}

/**
 * Updates the credential that an origin already has with the given limit and expiry. An expired one
 * gets a new token and works again, because its page has no other.
 * @returns undefined if the origin has none
 */
async function renewed(
  tx: Queries,
  { clock }: CredentialContext,
  { host, kept, ...input }: Renewal
): Promise<CredentialRow | undefined> {
  const now = clock.now()
  const found = await tx
    .selectFrom('credential')
    .selectAll()
    .where('application_id', '=', input.application_id)
    .where('host', '=', host)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const ended = found.expired_at !== null && found.expired_at <= now
  const change = {
    ...(ended && { ...kept, expired_at: null }),
    ...(input.limited_amount != null && { limited: creditsToMicro(input.limited_amount) }),
    ...(input.expired_at && { expired_at: input.expired_at })
  }
  if (Object.keys(change).length === 0) return found
  const changed = tx.updateTable('credential').set({ ...change, updated_at: now })
  return changed.where('id', '=', found.id).returningAll().executeTakeFirstOrThrow()
}

/**
 * Throws if the plan has no room for another credential. Pages and named keys are counted
 * separately: many keys must not stop a page from working.
 */
async function checkRoom(tx: Queries, applicationId: string, host: string | null): Promise<void> {
  const { count } = await tx
    .selectFrom('credential')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('application_id', '=', applicationId)
    .where('host', host === null ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(count) < MOST_KEYS) return
  const kind = host === null ? 'keys' : 'pages'
  throw fieldProblem(
    'application_id',
    'too_many',
    `an application has at most ${MOST_KEYS} ${kind}: delete an unused credential`
  )
}
