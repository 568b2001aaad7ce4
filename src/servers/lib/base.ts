import type { Clock } from '#core/clock.ts'
import type { Config } from '#servers/config.ts'
import type { Blobs } from '#servers/lib/blobs.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Fetch } from '#servers/lib/egress.ts'
import type { Log } from '#servers/lib/log.ts'
import type { Secrets } from '#servers/lib/secrets.ts'

/** What everything on the server stands on; tests replace any of it. */
export type Base = {
  config: Config
  database: Database
  blobs: Blobs
  clock: Clock
  log: Log
  secrets: Secrets
  /** Out to what the operator configured. What came from outside goes through `egress`. */
  fetch: Fetch
}
