import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Credential } from '#contract/credential.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { CREDENTIAL_PREFIX } from '#servers/lib/credential.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { CredentialTable } from '#servers/lib/database/tables.ts'
import { hashToken, randomToken, type Secrets } from '#servers/lib/secrets.ts'

type Row = Selectable<CredentialTable>

export function credentialsOf(db: Queries, applicationId: string): Promise<Row[]> {
  return db.selectFrom('credential').selectAll().where('application_id', '=', applicationId).orderBy('created_at').execute()
}

/**
 * The credential of an application for one page origin: made at the first call, the same working one at every later.
 * @param input.host a page's origin
 * @throws Problem `bad_request` when host is not an origin
 */
export async function createCredential(
  { database, clock, secrets }: Pick<Context, 'database' | 'clock' | 'secrets'>,
  userId: string,
  input: { application_id: string; host: string; name?: string | undefined }
): Promise<Credential> {
  if (!URL.canParse(input.host) || new URL(input.host).origin !== input.host.replace(/\/$/, '')) {
    throw new Problem('bad_request', {
      detail: 'host must be the origin of a page, like https://studio.example',
      issues: [{ field: 'host', code: 'invalid' }]
    })
  }
  const now = clock.now()
  const token = randomToken(CREDENTIAL_PREFIX)
  const host = new URL(input.host).origin
  await database.db
    .insertInto('credential')
    .values({
      id: randomUUID(),
      application_id: input.application_id,
      user_id: userId,
      name: input.name ?? host,
      type: 'Token',
      host,
      token_hash: hashToken(token),
      token_box: secrets.seal(token),
      expired_at: null,
      created_at: now,
      updated_at: now
    })
    .onConflict(conflict => conflict.columns(['application_id', 'host']).doNothing())
    .execute()
  const row = await database.db
    .selectFrom('credential')
    .selectAll()
    .where('application_id', '=', input.application_id)
    .where('host', '=', host)
    .executeTakeFirstOrThrow()
  return toCredential(secrets, row)
}

/** A credential as its owner sees it: with its token where that is kept. */
export function toCredential(secrets: Secrets, row: Row): Credential {
  return {
    id: row.id,
    application_id: row.application_id,
    user_id: row.user_id,
    name: row.name,
    type: row.type,
    token: row.token_box === null ? '' : secrets.open(row.token_box),
    host: row.host ?? '',
    limited_amount: null,
    used_amount: 0,
    expired_at: row.expired_at === null ? null : new Date(row.expired_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString()
  }
}
