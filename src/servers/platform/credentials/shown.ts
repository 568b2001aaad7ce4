import { type Selectable } from 'kysely'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { CredentialTable } from '#servers/lib/database/tables.ts'
import type { Credential } from '#contract/credential.ts'
import { microToCredits } from '#core/money.ts'
import {
  NO_CREDENTIAL_USE,
  readCredentialUses,
  type CredentialUse
} from '#servers/platform/credentials/uses.ts'

/**
 * Returns a credential as its owner sees it, with its token if the token was stored readable.
 * @param token the token of a named key that was just made
 */
export async function toCredential(
  context: CredentialContext,
  row: CredentialRow,
  token = ''
): Promise<Credential> {
  const uses = await readCredentialUses(context.database.db, [row.id])
  return shown(context, row, uses.get(row.id), token)
}

export async function toCredentials(
  context: CredentialContext,
  rows: readonly CredentialRow[]
): Promise<Credential[]> {
  const uses = await readCredentialUses(
    context.database.db,
    rows.map(row => row.id)
  )
  return rows.map(row => shown(context, row, uses.get(row.id), ''))
}

function shown(
  { secrets }: CredentialContext,
  row: CredentialRow,
  { spent, last }: CredentialUse = NO_CREDENTIAL_USE,
  token = ''
): Credential {
  return {
    id: row.id,
    application_id: row.application_id,
    user_id: row.user_id,
    name: row.name,
    type: row.type,
    token: row.token_box === null ? token : secrets.open(row.token_box),
    username: '',
    password: '',
    host: row.host ?? '',
    limited_amount: row.limited === null ? null : microToCredits(row.limited),
    used_amount: microToCredits(spent),
    last_used_at: last === null ? null : new Date(last).toISOString(),
    expired_at: row.expired_at === null ? null : new Date(row.expired_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString()
  }
}

export function parsePageOrigin(host: string): string {
  if (URL.canParse(host) && new URL(host).origin === host.replace(/\/$/, ''))
    return new URL(host).origin
  throw fieldProblem(
    'host',
    'invalid',
    'host must be the origin of a page, like https://studio.example'
  )
}

export type CredentialContext = Pick<Context, 'database' | 'clock' | 'secrets'>
export type CredentialRow = Selectable<CredentialTable>

export function fieldProblem(field: string, code: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code }] })
}
