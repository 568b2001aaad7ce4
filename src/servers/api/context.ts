import type { Service } from '#core/service.ts'
import type { ChatRuns } from '#servers/api/chat/chat.ts'
import type { FeedWatch } from '#servers/api/events/feed-watch.ts'
import type { EventLog } from '#servers/runs/event-log.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import type { Thumbnails } from '#servers/files/thumbnails.ts'
import type { InputReader } from '#servers/api/services/inputs.ts'
import type { TaskKinds } from '#servers/api/tasks/kind.ts'
import type { Tasks } from '#servers/api/tasks/tasks.ts'
import type { Context } from '#servers/lib/context.ts'
import { createRouteBuilder } from '#servers/lib/route.ts'

export type ApiContext = Context & {
  events: EventLog
  feeds: FeedWatch
  chat: ChatRuns
  /** The services of the catalogue. */
  services: readonly Service[]
  kinds: TaskKinds
  tasks: Tasks
  files: FileStore
  /** Reads files at addresses that callers name. */
  inputs: InputReader
  thumbnails: Thumbnails
}

/** Declares a row of the generation API's route table. */
export const apiRoute = createRouteBuilder<ApiContext>()
