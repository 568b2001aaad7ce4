import { mapNotices, type NoticeChoices } from '#contract/notice.ts'
import type { ChangeUser, Invitee, User } from '#contract/user.ts'
import { Problem } from '#core/problem.ts'
import { parseNoticeChoices } from '#servers/lib/mail/notice-choice.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { publicName } from '#servers/people/public-name.ts'
import { getUser, PROFILE_COLUMNS } from '#servers/people/users.ts'
import { parseOrdering } from '#servers/platform/ordering.ts'

const NO_PROFILE = {
  first_name: '',
  last_name: '',
  gender: '',
  city: '',
  province: '',
  country: ''
}

/**
 * Changes the given fields of a user's own account; the others stay.
 * @param asker.origin the site where the user is signed in
 * @throws Problem `bad_request` for an avatar that is not a file of this studio
 */
export async function changeUser(
  context: PlatformContext,
  asker: { userId: string; origin: string },
  change: ChangeUser
): Promise<User> {
  const { userId, origin } = asker
  const before = await getUser(context.database.db, userId)
  // A picture from a social sign-in, at a foreign address, may stay, since a form sends back the
  // value that it received.
  if (change.avatar && change.avatar !== before.avatar) await checkAvatar(context, change.avatar)
  const now = context.clock.now()
  const own = {
    ...(change.nickname !== undefined && { name: change.nickname }),
    ...(change.avatar !== undefined && { image: change.avatar || null })
  }
  const said = Object.fromEntries(
    PROFILE_COLUMNS.flatMap(name => (change[name] === undefined ? [] : [[name, change[name]]]))
  )
  await context.database.transaction(async tx => {
    const notify =
      change.notify === undefined
        ? {}
        : { notify: await noticesAfter(context.database, tx, userId, change.notify) }
    const profile = { ...said, ...notify }
    if (Object.keys(own).length > 0) {
      const updatedAt = new Date(now).toISOString()
      await tx
        .updateTable('user')
        .set({ ...own, updatedAt })
        .where('id', '=', userId)
        .execute()
    }
    if (Object.keys(profile).length > 0) {
      await tx
        .insertInto('profile')
        .values({
          ...NO_PROFILE,
          ...profile,
          user_id: userId,
          inviter_id: null,
          origin,
          created_at: now
        })
        .onConflict(conflict => conflict.column('user_id').doUpdateSet(profile))
        .execute()
    }
  })
  return getUser(context.database.db, userId)
}

/**
 * Returns a user's notice choices after a change, as stored JSON. Two changes at the same time take
 * turns, so that neither is lost.
 */
async function noticesAfter(
  { kind }: Database,
  tx: Queries,
  userId: string,
  change: Partial<NoticeChoices>
): Promise<string> {
  const own = tx.selectFrom('profile').select('notify').where('user_id', '=', userId)
  const kept = await own.$if(kind === 'postgres', query => query.forUpdate()).executeTakeFirst()
  const before = parseNoticeChoices(kept?.notify ?? '{}')
  return JSON.stringify(mapNotices(name => change[name] ?? before[name]))
}

async function checkAvatar({ files }: PlatformContext, address: string): Promise<void> {
  const named = URL.canParse(address) && fileIdIn(new URL(address).pathname) !== null
  if (named && (await files.isOurs(address))) return
  throw new Problem('bad_request', {
    detail: 'avatar: not a file of this studio',
    issues: [{ field: 'avatar', code: 'not_allowed' }]
  })
}

/** Lists the users who signed up through a user's invitation, newest first. */
export async function listInvitees(
  db: Queries,
  userId: string,
  page: { limit: number; offset: number; ordering?: string | undefined }
): Promise<{ items: Invitee[]; count: number }> {
  const invited = db
    .selectFrom('profile')
    .innerJoin('user', 'user.id', 'profile.user_id')
    .where('profile.inviter_id', '=', userId)
  const { count } = await invited
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { direction } = parseOrdering(page.ordering, ['date_joined'], {
    column: 'date_joined',
    direction: 'desc'
  })
  const rows = await invited
    .select(['user.id', 'user.name', 'user.email', 'user.image', 'user.createdAt'])
    .orderBy('profile.created_at', direction)
    .orderBy('user.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const items = rows.map(({ id, name, email, image, createdAt }) => ({
    id,
    nickname: publicName(name, email),
    avatar: image ?? '',
    date_joined: new Date(createdAt).toISOString()
  }))
  return { items, count: Number(count) }
}

/** Marks a user's e-mail address as confirmed. */
export async function confirmEmail({ db, kind }: Database, id: string, now: number): Promise<void> {
  const emailVerified = kind === 'postgres' ? true : 1
  await db
    .updateTable('user')
    .set({ emailVerified, updatedAt: new Date(now).toISOString() })
    .where('id', '=', id)
    .execute()
}
