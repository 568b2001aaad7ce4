import { randomUUID } from 'node:crypto'
import { creditsToMicro } from '#core/money.ts'
import type { Context } from '#servers/lib/context.ts'
import { CREDENTIAL_PREFIX } from '#servers/lib/credential.ts'
import { hashToken, randomToken } from '#servers/lib/secrets.ts'

type Needs = Pick<Context, 'database' | 'clock'>

/** Inserts a user into the database, for tests that do not need the sign-up. */
export async function addPerson({ database, clock }: Needs, name = 'Ada'): Promise<string> {
  const id = randomUUID()
  // SQLite stores times as text, and PostgreSQL reads the same text.
  const now = new Date(clock.now()).toISOString()
  await database.db
    .insertInto('user')
    .values({
      id,
      name,
      email: `${id}@example.com`,
      emailVerified: database.kind === 'postgres' ? true : 1,
      image: null,
      createdAt: now,
      updatedAt: now
    })
    .execute()
  return id
}

/** Inserts a global plan of the user with five credits. */
export async function addApplication({ database, clock }: Needs, userId: string): Promise<string> {
  const id = randomUUID()
  const now = clock.now()
  await database.db
    .insertInto('application')
    .values({
      id,
      user_id: userId,
      type: 'Usage',
      scope: 'Global',
      service_id: '',
      expired_at: null,
      created_at: now,
      updated_at: now
    })
    .execute()
  await database.db
    .insertInto('fund')
    .values({ application_id: id, kind: 'sandbox', remaining: creditsToMicro(5) })
    .execute()
  return id
}

/** Inserts a named API key of a plan. */
export async function addCredential(
  needs: Needs,
  userId: string,
  applicationId: string,
  expiredAt: number | null = null
) {
  const token = randomToken(CREDENTIAL_PREFIX)
  const id = randomUUID()
  const now = needs.clock.now()
  await needs.database.db
    .insertInto('credential')
    .values({
      id,
      application_id: applicationId,
      user_id: userId,
      name: 'key',
      type: 'Token',
      host: null,
      token_hash: hashToken(token),
      token_box: null,
      expired_at: expiredAt,
      created_at: now,
      updated_at: now
    })
    .execute()
  return { id, token }
}

/** Inserts a sign-in at a site. */
export async function addGrant(
  { database, clock }: Needs,
  userId: string,
  origin = 'https://studio.example'
): Promise<string> {
  const id = randomUUID()
  const now = clock.now()
  await database.db
    .insertInto('grant')
    .values({
      id,
      user_id: userId,
      auth_session: null,
      origin,
      agent: '',
      address: '',
      used_at: now,
      expires_at: now + 86_400_000,
      revoked_at: null,
      created_at: now
    })
    .execute()
  return id
}
