import { setImmediate } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '#servers/lib/database/tables.ts'

/** Most work in one group: other requests wait for its end. */
const MOST = 32

/** Work that waits for a transaction. */
type Member = {
  /** Does the work. Its result is kept back until `confirm`. */
  run(tx: Transaction<Tables>): Promise<void>
  /** Returns the result to the caller. Called after the commit. */
  confirm(): void
  fail(error: unknown): void
}

const SAVE = sql`savepoint member`
const RELEASE = sql`release member`
const UNDO = sql`rollback to member`

/** Runs work in transactions of groups. */
type GroupCommit = {
  transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Counts the work that waits for the next transaction. */
  waiting(): number
  /** Tells whether no transaction runs. */
  isIdle(): boolean
}

/**
 * Creates a function that runs work in a transaction, for a database where one connection writes.
 * Work that waits at the same moment shares one transaction, and so one sync of the disk. Each piece
 * of work is still kept as a whole or not at all: one that fails undoes only its own changes. No
 * caller gets a result before the commit. If the commit fails, all work of the group fails.
 */
export function createGroupCommit(db: Kysely<Tables>): GroupCommit {
  const waiting: Member[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      // In the meantime, all requests that have arrived reach their transactions.
      await setImmediate()
      await commitGroup(db, waiting)
    }
    running = false
  }

  return {
    transaction: work =>
      new Promise((resolve, reject) => {
        let confirm = (): void => undefined
        waiting.push({
          async run(tx) {
            const result = await work(tx)
            confirm = () => resolve(result)
          },
          confirm: () => confirm(),
          fail: reject
        })
        if (!running) void run()
      }),
    waiting: () => waiting.length,
    isIdle: () => !running
  }
}

/** Runs waiting work in one transaction. It never throws. */
async function commitGroup(db: Kysely<Tables>, waiting: Member[]): Promise<void> {
  const done = waiting.splice(0, 1)
  try {
    await db.transaction().execute(async tx => {
      await done[0]?.run(tx)
      for (let members = 1; members < MOST; members++)
        for (const member of waiting.splice(0, 1)) if (await joins(tx, member)) done.push(member)
    })
  } catch (error) {
    done.forEach(member => member.fail(error))
    return
  }
  done.forEach(member => member.confirm())
}

/**
 * Runs a piece of work in the group's transaction.
 * @returns false when the work failed and its changes are undone
 * @throws when its changes cannot be undone without those of others
 */
async function joins(tx: Transaction<Tables>, member: Member): Promise<boolean> {
  try {
    await SAVE.execute(tx)
    await member.run(tx)
  } catch (error) {
    member.fail(error)
    await UNDO.execute(tx)
    await RELEASE.execute(tx)
    return false
  }
  await RELEASE.execute(tx)
  return true
}
