import { statfs } from 'node:fs/promises'
import type { Overview } from '#contract/operation.ts'
import { microToCredits, centsToDollars } from '#core/money.ts'
import { isSandboxActive } from '#catalog/chat/provider.server.ts'
import { isModerated } from '#core/switches.ts'
import { readOpenAlerts } from '#servers/alerts/store.ts'
import { readBackupState } from '#servers/backup-state.ts'
import type { Context } from '#servers/lib/context.ts'
import { countFailedChecks, findModerationModel } from '#servers/lib/moderation.ts'
import { countMatches, readKeptRows } from '#servers/lib/database/kept-rows.ts'
import { readDatabaseSize } from '#servers/lib/database/size.ts'
import { livingProcesses, VERSION } from '#servers/lib/presence.ts'
import { readOpenRuns } from '#servers/runs/open-runs.ts'
import { routingOf } from '#servers/lib/serving.ts'
import { availableRailIds } from '#servers/platform/orders/offer.ts'

const DAY = 86_400_000

/**
 * Reports the state of this deployment. Each figure is one cheap query: over an index, one day, or
 * the open runs. Figures about many rows may be up to a minute old.
 */
export async function readOverview(context: Context): Promise<Overview> {
  const { config, database, clock } = context
  const { db } = database
  const now = clock.now()
  const today = now - (now % DAY)
  const processes = await livingProcesses(context)
  return {
    version: VERSION,
    uptime: Math.round(process.uptime()),
    sandbox: isSandboxActive(routingOf(context)),
    rails: availableRailIds(context),
    database: { kind: database.kind, bytes: await readDatabaseSize(database) },
    blobs: {
      kind: config.storage === null ? 'disk' : 's3',
      free: config.storage === null ? await freeBytes(config.dataDir) : null
    },
    backups: config.backups.folder === null ? null : await backups(context),
    alerts: (await readOpenAlerts(context)).map(({ kind, subject, value, since }) => ({
      kind,
      subject,
      value,
      since: iso(since)
    })),
    processes: processes.map(({ parts, started_at, seen_at, ...row }) => ({
      ...row,
      parts: parts.split(','),
      started_at: iso(started_at),
      seen_at: iso(seen_at)
    })),
    queue: await queue(context, now),
    orders_today: await ordersSince(context, today),
    charged_today: await chargedSince(context, today),
    moderation: await moderation(context),
    open_reports: await countMatches(db, db.selectFrom('report').where('state', '=', 'open')),
    people: await countMatches(db, db.selectFrom('user'))
  }
}

async function backups(context: Context): Promise<Overview['backups']> {
  const state = await readBackupState(context)
  const at = (time: number | null): string | null => (time === null ? null : iso(time))
  return {
    done_at: at(state.doneAt),
    failed_at: at(state.failedAt),
    reason: state.reason,
    tested_at: at(state.drillAt),
    test_failed_at: at(state.drillFailedAt),
    test_reason: state.drillReason
  }
}

async function freeBytes(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null)
  return found === null ? null : found.bavail * found.bsize
}

async function queue({ database: { db } }: Context, now: number): Promise<Overview['queue']> {
  const rows = await readOpenRuns(db, now)
  const of = (state: string): number =>
    rows.reduce((sum, row) => sum + (row.state === state ? row.count : 0), 0)
  const [oldest] = rows.map(row => row.oldest).toSorted((a, b) => a - b)
  return {
    waiting: of('queued'),
    running: of('running'),
    overdue: rows.reduce((sum, row) => sum + row.overdue, 0),
    oldest_at: oldest === undefined ? null : iso(oldest)
  }
}

async function ordersSince(
  { database: { db } }: Context,
  since: number
): Promise<Overview['orders_today']> {
  const rows = await db
    .selectFrom('order')
    .select(({ fn }) => [
      'fund',
      fn.countAll<number>().as('count'),
      fn.sum<number>('price').as('price')
    ])
    .where('state', '=', 'Finished')
    .where('updated_at', '>=', since)
    .where('paid_at', '>=', since)
    .groupBy('fund')
    .execute()
  const price = (fund: string): number =>
    centsToDollars(Number(rows.find(row => row.fund === fund)?.price ?? 0))
  return {
    count: rows.reduce((sum, row) => sum + Number(row.count), 0),
    price: price('real'),
    sandbox_price: price('sandbox')
  }
}

async function chargedSince(
  { database: { db } }: Context,
  since: number
): Promise<Overview['charged_today']> {
  const query = db
    .selectFrom('run')
    .select(({ fn }) => [
      'fund',
      fn.countAll<number>().as('count'),
      fn.sum<number>('charged').as('charged')
    ])
    .where('finished_at', '>=', since)
    .groupBy('fund')
    .compile()
  const rows = await readKeptRows(db, query, funds =>
    funds.reduce((sum, { count }) => sum + Number(count), 0)
  )
  const of = (fund: string): number =>
    microToCredits(Number(rows.find(row => row.fund === fund)?.charged ?? 0))
  return { real: of('real'), sandbox: of('sandbox') }
}

async function moderation(context: Context): Promise<Overview['moderation']> {
  const rows = await context.database.db.selectFrom('site').select('features').limit(1000).execute()
  const on = rows.filter(({ features }) =>
    isModerated({ features: JSON.parse(features) as Record<string, unknown> })
  )
  const judge = findModerationModel(context)
  const failed = countFailedChecks(judge)
  return {
    sites: on.length,
    configured: judge !== null,
    url: judge?.url ?? null,
    model: context.config.moderation.model,
    failed: failed?.count ?? 0,
    failed_at: failed === null ? null : iso(failed.at)
  }
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
