import type { Alert } from '#core/alert.ts'
import { identifyAlert, type OpenAlert } from '#servers/alerts/alert.ts'
import type { Context } from '#servers/lib/context.ts'
import { claimMeta, readMeta, storeMeta } from '#servers/lib/meta.ts'

/** Keys of the table `meta`. */
const [STATE, CLAIM] = ['alerts', 'alerts_claim']

/** Looks in a row that do not find an alert before it is over, so that it does not come and go. */
const LOOKS = 2

type Needs = Pick<Context, 'database' | 'clock'>

/** Changes that operators are told. */
export type AlertChanges = { begun: OpenAlert[]; ended: OpenAlert[] }

/** Reads the alerts that are open, the oldest first. */
export async function readOpenAlerts({
  database: { db }
}: Pick<Needs, 'database'>): Promise<OpenAlert[]> {
  return JSON.parse((await readMeta(db, STATE)) ?? '[]') as OpenAlert[]
}

/**
 * Stores what a look found. Only the process that claimed the look does so.
 * @returns alerts that were not open before, and those that are over
 */
export async function storeAlerts(context: Needs, found: readonly Alert[]): Promise<AlertChanges> {
  const before = await readOpenAlerts(context)
  const known = new Map(before.map(each => [identifyAlert(each), each]))
  const seen = new Set(found.map(identifyAlert))
  const now = context.clock.now()
  const open = found.map(alert => ({
    ...alert,
    since: known.get(identifyAlert(alert))?.since ?? now,
    missed: 0
  }))
  const missing = before
    .filter(each => !seen.has(identifyAlert(each)))
    .map(each => ({ ...each, missed: each.missed + 1 }))
  const kept = [...open, ...missing.filter(({ missed }) => missed < LOOKS)]
  const value = JSON.stringify(kept.toSorted((a, b) => a.since - b.since))
  await storeMeta(context.database.db, STATE, value)
  return {
    begun: open.filter(each => !known.has(identifyAlert(each))),
    ended: missing.filter(({ missed }) => missed >= LOOKS)
  }
}

/**
 * Claims a look, so that only one process at a time does it.
 * @param pause milliseconds that must have passed since the last one
 */
export function claimAlertLook(context: Needs, pause: number): Promise<boolean> {
  return claimMeta(context, CLAIM, pause)
}
