import { randomUUID } from 'node:crypto'
import { sql, type Insertable, type Selectable } from 'kysely'
import { Problem } from '#core/problem.ts'
import type { Context, Peer } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { SiteTable } from '#servers/lib/database/people-tables.ts'
import { findFirstSite } from '#servers/lib/operators.ts'
import { hashToken, randomToken } from '#servers/lib/secrets.ts'
import { isLoopbackHost } from '#servers/lib/sites.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'sites'>

/** Setup links that work at once: each of several processes prints one when it starts. */
const LINKS = 8

const FIRST_ONLY =
  'the first admin must sign in on this machine or with the setup link from the log'
const OPERATORS_ONLY = 'only an operator may add another address'

/** The user who initializes a site, with proof of their right to. */
type Initializer = { userId: string; url: URL; peer: Peer; setupToken?: string | undefined }

/**
 * Creates the site of an origin, unless it has one. The first site needs a user at the machine
 * itself or with the setup link. Any later one needs an operator, who is an admin of the first
 * site.
 * @throws Problem `forbidden`
 */
export async function initializeSite(
  { database, clock, sites }: Needs,
  origin: string,
  by: Initializer
): Promise<Selectable<SiteTable>> {
  if (!(await sites.isRegistered(origin)) && origin !== (await sites.placeholder())) {
    throw new Problem('forbidden', { detail: `${origin} is not an origin of this deployment` })
  }
  return database.transaction(async tx => {
    const existing = await tx
      .selectFrom('site')
      .selectAll()
      .where('origin', '=', origin)
      .executeTakeFirst()
    if (existing !== undefined) return existing
    const first = await findFirstSite(tx)
    const allowed =
      first === undefined
        ? await mayBeFirst(tx, by)
        : (JSON.parse(first.admins) as string[]).includes(by.userId)
    if (!allowed)
      throw new Problem('forbidden', { detail: first === undefined ? FIRST_ONLY : OPERATORS_ONLY })
    await tx.deleteFrom('meta').where('key', '=', 'setup').execute()
    return tx
      .insertInto('site')
      .values(newSite(origin, by.userId, clock.now()))
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/**
 * Tries to create the first site when somebody signs in. Once a site exists, it changes nothing.
 */
export async function initializeAtFirstSignIn(
  needs: Needs,
  origin: string,
  by: Initializer
): Promise<void> {
  const any = await needs.database.db.selectFrom('site').select('id').limit(1).executeTakeFirst()
  if (any !== undefined) return
  await initializeSite(needs, origin, by).catch((error: unknown) => {
    // A user who may not create the site can still sign in. The site is created when a user signs
    // in who may.
    if (!(error instanceof Problem)) throw error
  })
}

/** Creates a new one-time setup token while no site exists; returns null once one does. */
export async function renewSetupToken(db: Queries): Promise<string | null> {
  const any = await db.selectFrom('site').select('id').limit(1).executeTakeFirst()
  if (any !== undefined) return null
  const token = randomToken()
  const hash = hashToken(token)
  const newest = sql<string>`substr(${`${hash} `} || meta.value, 1, ${(hash.length + 1) * LINKS - 1})`
  await db
    .insertInto('meta')
    .values({ key: 'setup', value: hash })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value: newest }))
    .execute()
  return token
}

/** True for the setup token of a deployment without a site. */
export async function isSetupToken(
  db: Queries,
  token: string | null | undefined
): Promise<boolean> {
  if (!token) return false
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'setup')
    .executeTakeFirst()
  return row?.value.split(' ').includes(hashToken(token)) ?? false
}

async function mayBeFirst(tx: Queries, { url, peer, setupToken }: Initializer): Promise<boolean> {
  const local = isLoopbackHost(url.hostname) && isLoopbackAddress(peer.address) && !peer.forwarded
  return local || isSetupToken(tx, setupToken)
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

/** Returns a site with empty settings. */
export function newSite(origin: string, admin: string, now: number): Insertable<SiteTable> {
  return {
    id: randomUUID(),
    origin,
    title: '',
    description: '',
    keywords: '[]',
    favicon: '',
    logo: '',
    accent: '',
    admins: JSON.stringify([admin]),
    features: '{}',
    distribution: JSON.stringify({ force_inviter_id: null, default_inviter_id: null }),
    created_at: now,
    updated_at: now
  }
}
