import type { Clock } from '#core/clock.ts'
import type { Config } from '#servers/config.ts'
import type { Blobs } from '#servers/lib/blobs.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Fetch } from '#servers/lib/egress.ts'
import type { Log } from '#servers/lib/log.ts'
import type { Meter } from '#servers/lib/meter.ts'
import type { Tracer } from '#servers/lib/tracer.ts'
import type { Secrets } from '#servers/lib/secrets.ts'

/** Shared dependencies of all server code; tests replace any of them. */
export type BaseContext = {
  config: Config
  database: Database
  blobs: Blobs
  clock: Clock
  log: Log
  secrets: Secrets
  /** Only if the operator has configured metrics. */
  meter?: Meter | undefined
  /** Only if the operator has configured a collector of traces. */
  tracer?: Tracer | undefined
  /**
   * Fetches addresses that the operator configured. Requests to addresses from users go through
   * `egress`.
   */
  fetch: Fetch
}
