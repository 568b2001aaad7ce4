import type { TaskKinds } from '#servers/api/tasks/kind.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import type { Context } from '#servers/lib/context.ts'
import type { EventLog } from '#servers/runs/event-log.ts'

/** Milliseconds between two polls of a vendor, and after a poll that failed. */
export type Pace = { poll: number; retry: number }

/** The tools for one step of a task. The signal is aborted when the process stops. */
export type Working = {
  context: Context & { events: EventLog; files: FileStore }
  kinds: TaskKinds
  pace: Pace
  signal: AbortSignal
}
