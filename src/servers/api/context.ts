import type { Chat } from '#servers/api/chat/chat.ts'
import type { EventLog } from '#servers/api/events/event-log.ts'
import type { FileStore } from '#servers/api/files/file-store.ts'
import type { Thumbnails } from '#servers/api/files/thumbnails.ts'
import type { Tasks } from '#servers/api/tasks/tasks.ts'
import type { Context } from '#servers/lib/context.ts'
import { routesFor } from '#servers/lib/route.ts'

export type ApiContext = Context & { events: EventLog; chat: Chat; tasks: Tasks; files: FileStore; thumbnails: Thumbnails }

/** Declares a row of the generation API's route table. */
export const apiRoute = routesFor<ApiContext>()
