import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { deleteTask } from '#servers/api/tasks/stop.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import { findOldFiles } from '#servers/files/old-files.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { listRetentions } from '#servers/lib/retention.ts'
import type { EventLog } from '#servers/runs/event-log.ts'
import { forgetRunDetails } from '#servers/runs/details.ts'

/** Rows that one statement changes, and the most statements of one sweep for a site. */
const BATCH = 50
const BATCHES = 100

type Needs = Pick<Context, 'database' | 'clock' | 'meter'> & { events: EventLog; files: FileStore }

/**
 * Deletes what sites no longer keep: conversations, results with their tasks, uploads, and details
 * of usage. Receipts stay. Several processes may sweep at the same time, since each deletion happens
 * once.
 */
export async function sweepRetention(context: Needs): Promise<void> {
  const { database, clock, files } = context
  const { db } = database
  const now = clock.now()
  for (const site of await listRetentions(db, 'chats', now))
    await repeat(() => deleteOldChats(db, { ...site, now }))
  for (const site of await listRetentions(db, 'results', now)) {
    await repeat(() => deleteOldTasks(context, site))
    await repeat(async () => {
      const old = await findOldFiles(db, { ...site, limit: BATCH })
      await files.drop(old)
      return old.length
    })
  }
  for (const site of await listRetentions(db, 'logs', now)) {
    await repeat(() => forgetRunDetails(db, { ...site, limit: BATCH }))
    await db
      .deleteFrom('callback')
      .where('state', '<>', 'waiting')
      .where('created_at', '<', site.before)
      .where('run_id', 'in', runsAt(db, site.origin))
      .execute()
  }
}

function runsAt(db: Queries, origin: string) {
  return db.selectFrom('run').select('run.id').where('run.origin', '=', origin)
}

/** Repeats a step until it found less than a batch. Other requests get their turn in between. */
async function repeat(step: () => Promise<number>): Promise<void> {
  for (let turn = 0; turn < BATCHES && (await step()) === BATCH; turn++) await setImmediate()
}

type Age = { origin: string; before: number }

/**
 * Marks old conversations as deleted. The sweep of deleted conversations removes them in pieces.
 * Pinned and shared ones stay, and those in a project.
 */
async function deleteOldChats(
  db: Queries,
  { origin, before, now }: Age & { now: number }
): Promise<number> {
  const old = db
    .selectFrom('conversation')
    .select('id')
    .where('origin', '=', origin)
    .where('updated_at', '<', before)
    .where(sql<boolean>`deleted_at is null and listed = 1`)
    .where('pinned', '=', 0)
    .where(sql<boolean>`not exists (select 1 from share where conversation_id = conversation.id)`)
    .where(
      sql<boolean>`not exists (select 1 from project where project.id = conversation.project_id)`
    )
    .orderBy('updated_at')
    .limit(BATCH)
  const { numUpdatedRows } = await db
    .updateTable('conversation')
    .set({ deleted_at: now })
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes old tasks with their files, unless a result is kept: see {@link findOldFiles}. */
async function deleteOldTasks(context: Needs, { origin, before }: Age): Promise<number> {
  const old = await context.database.db
    .selectFrom('run')
    .select('id')
    .where('origin', '=', origin)
    .where('finished_at', '<', before)
    .where(sql<boolean>`deleted_at is null and service <> 'chat'`)
    .where('poll_at', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from library_item left join project
        on project.id = library_item.project_id where library_item.run_id = run.id
        and (library_item.favourite = 1 or project.id is not null))`
    )
    .where(sql<boolean>`not exists (select 1 from publication where run_id = run.id)`)
    .where(sql<boolean>`not exists (select 1 from featured where run_id = run.id)`)
    .orderBy('finished_at')
    .limit(BATCH)
    .execute()
  for (const { id } of old) await deleteTask(context, id)
  return old.length
}
