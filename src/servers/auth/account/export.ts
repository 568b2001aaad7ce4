import { exportFiles } from '#servers/auth/account/export-files.ts'
import { fileBase } from '#servers/files/address.ts'
import {
  exportApplications,
  exportConversations,
  exportLedger,
  exportRuns
} from '#servers/auth/account/export-lists.ts'
import {
  exportBlock,
  exportAuditChanges,
  exportReports
} from '#servers/auth/account/export-operation.ts'
import {
  exportComparisons,
  exportLibrary,
  exportPresets,
  exportProjects
} from '#servers/auth/account/export-library.ts'
import { exportLikes, exportPublications } from '#servers/auth/account/export-publications.ts'
import {
  exportOrders,
  exportRewards,
  exportRewardSums,
  exportShortLinks
} from '#servers/auth/account/export-shop.ts'
import { hasPassword, timeOf } from '#servers/people/ways-in.ts'
import { writeJson } from '#servers/auth/account/write-json.ts'
import { listDevices } from '#servers/people/devices.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { getUser } from '#servers/people/users.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'config'>

/**
 * Writes everything that is stored about a user as a JSON document. Long lists are written while
 * they are read, a few rows at a time. The document contains no secret with which somebody could
 * sign in.
 * @param own.sessionId the login page's session, marked as the current device
 */
export async function exportAccount(
  needs: Needs,
  own: { userId: string; sessionId?: string },
  url: URL
): Promise<Response> {
  const { userId, sessionId = '' } = own
  const { db } = needs.database
  const base = fileBase(needs.config, url)
  const now = new Date(needs.clock.now()).toISOString()
  const devices = await listDevices(needs, { userId, sessionId })
  const body = writeJson({
    exported_at: now,
    account: await getUser(db, userId),
    profile: await profileOf(db, userId),
    sign_ins: await signInsOf(db, userId),
    own_keys: await ownKeysOf(db, userId),
    devices: devices.map(({ id: _, ...device }) => device),
    block: await exportBlock(db, userId),
    invitees: await countInvitees(db, userId),
    reward_sums: await exportRewardSums(db, userId),
    rewards: exportRewards(db, userId),
    short_links: exportShortLinks(db, userId),
    orders: exportOrders(db, userId),
    reports: exportReports(db, userId),
    changes: exportAuditChanges(db, userId),
    applications: exportApplications(db, userId),
    ledger: exportLedger(db, userId),
    runs: exportRuns(db, userId, base),
    conversations: exportConversations(db, userId),
    files: exportFiles(db, userId, base),
    library: exportLibrary(db, userId),
    projects: await exportProjects(db, userId),
    presets: exportPresets(db, userId),
    comparisons: exportComparisons(db, userId),
    publications: exportPublications(db, userId),
    likes: exportLikes(db, userId)
  })
  const disposition = `attachment; filename="account-${now.slice(0, 10)}.json"`
  return new Response(body, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': disposition
    }
  })
}

async function profileOf(db: Queries, userId: string): Promise<object | null> {
  const row = await db
    .selectFrom('profile')
    .select(['origin', 'inviter_id', 'locale', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, created_at: new Date(row.created_at).toISOString() }
}

/** Lists the user's vendor keys by vendor, last four characters and date, never the keys. */
async function ownKeysOf(db: Queries, userId: string): Promise<object[]> {
  const rows = await db
    .selectFrom('own_key')
    .select(['vendor', 'last4', 'created_at'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(row => ({ ...row, created_at: new Date(row.created_at).toISOString() }))
}

async function countInvitees(db: Queries, userId: string): Promise<number> {
  const invited = db.selectFrom('profile').where('inviter_id', '=', userId)
  const { count } = await invited
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists sign-in methods, without their secrets. */
async function signInsOf(db: Queries, userId: string): Promise<object> {
  const linked = await db
    .selectFrom('account')
    .select(['providerId', 'accountId', 'createdAt'])
    .where('userId', '=', userId)
    .where('providerId', '<>', 'credential')
    .execute()
  const passkeys = await db
    .selectFrom('passkey')
    .select(['name', 'createdAt'])
    .where('userId', '=', userId)
    .execute()
  const user = await db
    .selectFrom('user')
    .select('twoFactorEnabled')
    .where('id', '=', userId)
    .executeTakeFirst()
  return {
    password: await hasPassword(db, userId),
    second_factor: Boolean(user?.twoFactorEnabled),
    linked: linked.map(({ providerId, accountId, createdAt }) => ({
      provider: providerId,
      id: accountId,
      created_at: timeOf(createdAt)
    })),
    passkeys: passkeys.map(({ name, createdAt }) => ({ name, created_at: timeOf(createdAt) }))
  }
}
