import type { Device } from '#contract/device.ts'
import { Problem } from '#core/problem.ts'
import { parseUserAgent } from '#servers/people/agent.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<Context, 'database' | 'clock'>
type Own = { userId: string; sessionId: string }

/**
 * Lists where a user is signed in: this device first, then by latest use. A device is a login page
 * session with its sites, or a grant that outlived its session.
 */
export async function listDevices(needs: Needs, { userId, sessionId }: Own): Promise<Device[]> {
  const [sessions, grants] = await Promise.all([
    livingSessions(needs, userId),
    livingGrants(needs, userId)
  ])
  const ids = new Set([
    ...sessions.map(session => session.id),
    ...grants.map(grant => grant.auth_session ?? grant.id)
  ])
  const devices = [...ids].map(id => {
    const session = sessions.find(each => each.id === id)
    const own = grants.filter(grant => (grant.auth_session ?? grant.id) === id)
    const created = Math.min(
      ...own.map(grant => grant.created_at),
      ...(session === undefined ? [] : [timeOf(session.createdAt)])
    )
    const used = Math.max(
      ...own.map(grant => grant.used_at),
      ...(session === undefined ? [] : [timeOf(session.updatedAt)])
    )
    return {
      id,
      current: id === sessionId,
      agent: parseUserAgent(
        session?.userAgent || own.find(grant => grant.agent !== '')?.agent || ''
      ),
      address: session?.ipAddress || own.find(grant => grant.address !== '')?.address || '',
      origins: [...new Set(own.map(grant => grant.origin))],
      created_at: new Date(created).toISOString(),
      used_at: new Date(used).toISOString()
    }
  })
  return devices.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.used_at.localeCompare(a.used_at)
  )
}

/**
 * Ends one of a user's sign-ins, at all its sites.
 * @throws Problem `not_found` for one that is not theirs
 */
export async function revokeDevice(needs: Needs, { userId }: Own, id: string): Promise<void> {
  const now = needs.clock.now()
  await needs.database.transaction(async tx => {
    const session = await tx
      .deleteFrom('session')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .executeTakeFirst()
    const grants = await tx
      .updateTable('grant')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where(({ or, eb }) => or([eb('auth_session', '=', id), eb('id', '=', id)]))
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (session.numDeletedRows + grants.numUpdatedRows === 0n)
      throw new Problem('not_found', { detail: `no sign-in ${id}` })
  })
}

/** Ends all of a user's sign-ins but the current one. */
export async function revokeOtherDevices(needs: Needs, { userId, sessionId }: Own): Promise<void> {
  const now = needs.clock.now()
  await needs.database.transaction(async tx => {
    await tx
      .deleteFrom('session')
      .where('userId', '=', userId)
      .where('id', '<>', sessionId)
      .execute()
    await tx
      .updateTable('grant')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where(({ or, eb }) =>
        or([eb('auth_session', 'is', null), eb('auth_session', '<>', sessionId)])
      )
      .execute()
  })
}

/** Moves a user's grants to the login page's new session, such as after a password change. */
export async function moveGrants(
  { database }: Pick<Needs, 'database'>,
  userId: string,
  from: string,
  to: string
): Promise<void> {
  await database.db
    .updateTable('grant')
    .set({ auth_session: to })
    .where('auth_session', '=', from)
    .where('user_id', '=', userId)
    .execute()
}

function livingSessions({ database, clock }: Needs, userId: string) {
  return database.db
    .selectFrom('session')
    .select(['id', 'userAgent', 'ipAddress', 'createdAt', 'updatedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', new Date(clock.now()).toISOString())
    .execute()
}

function livingGrants({ database, clock }: Needs, userId: string) {
  return database.db
    .selectFrom('grant')
    .select(['id', 'auth_session', 'origin', 'agent', 'address', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .execute()
}

function timeOf(date: Date | string): number {
  return new Date(date).getTime()
}
