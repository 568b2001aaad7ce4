import type { TaskKinds } from '#servers/api/tasks/kind.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import type { Context } from '#servers/lib/context.ts'
import type { EventLog } from '#servers/runs/event-log.ts'

/** Milliseconds between two polls of a vendor (`poll`), and after a failed poll (`retry`). */
export type PollPace = { poll: number; retry: number }

/** Everything that one step of a task needs. The signal is aborted when the process stops. */
export type TaskStepContext = {
  context: Context & { events: EventLog; files: FileStore }
  kinds: TaskKinds
  pace: PollPace
  signal: AbortSignal
}
