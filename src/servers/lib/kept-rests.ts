import { createHmac } from 'node:crypto'
import type { BaseContext } from '#servers/lib/base.ts'
import type { RestWriter } from '#servers/lib/key-rests.ts'

type Needs = Pick<BaseContext, 'database' | 'clock' | 'secrets' | 'log'>

/** Rests of vendor keys in the database, for all processes. The keys in it are encrypted. */
export type KeptRests = RestWriter & {
  /** Reads the rests that have not ended: unix milliseconds, by key. */
  read(): Promise<Map<string, number>>
}

export function createKeptRests({ database: { db }, clock, secrets, log }: Needs): KeptRests {
  /** Identifies a key without revealing it. */
  const idOf = (key: string): string =>
    createHmac('sha256', secrets.key('key rests')).update(key).digest('base64url')

  async function save(key: string, until: number): Promise<void> {
    const row = { id: idOf(key), box: secrets.seal(key), until }
    await db.deleteFrom('key_rest').where('until', '<=', clock.now()).execute()
    await db
      .insertInto('key_rest')
      .values(row)
      .onConflict(conflict => conflict.column('id').doUpdateSet({ box: row.box, until }))
      .execute()
  }

  return {
    write(key, until) {
      const done =
        until === null
          ? db.deleteFrom('key_rest').where('id', '=', idOf(key)).execute()
          : save(key, until)
      done.catch((error: unknown) =>
        log.warn({ err: error }, 'other processes were not told whether a key rests')
      )
    },
    async read() {
      const rows = await db
        .selectFrom('key_rest')
        .select(['box', 'until'])
        .where('until', '>', clock.now())
        .execute()
      return new Map(
        rows.flatMap(({ box, until }): [string, number][] => {
          try {
            return [[secrets.open(box), until]]
          } catch {
            // Sealed under a SECRET from before: it rests for the others only.
            return []
          }
        })
      )
    }
  }
}
