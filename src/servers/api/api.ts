import { createChat } from '#servers/api/chat/chat.ts'
import { chatRoutes } from '#servers/api/chat/routes.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { createEventLog } from '#servers/api/events/event-log.ts'
import { eventRoutes } from '#servers/api/events/routes.ts'
import { createFileStore } from '#servers/api/files/file-store.ts'
import type { OutputOptions } from '#servers/api/files/outputs.ts'
import { fileRoutes } from '#servers/api/files/routes.ts'
import { createThumbnails } from '#servers/api/files/thumbnails.ts'
import { startSweeper } from '#servers/api/sweeper.ts'
import { NO_KINDS } from '#servers/api/tasks/kind.ts'
import { taskRoutes } from '#servers/api/tasks/routes.ts'
import { createTasks } from '#servers/api/tasks/tasks.ts'
import type { Context, Part } from '#servers/lib/context.ts'
import { createPartApp, mountedPart } from '#servers/lib/part.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

/** The generation API's route table. */
export const apiRoutes: readonly AnyRoute[] = [...chatRoutes, ...taskRoutes, ...eventRoutes, ...fileRoutes]

type Options = {
  retry?: Parameters<typeof createChat>[0]['retry']
  deadline?: number
  lease?: number
  files?: OutputOptions
  /** The services whose work takes its time, and how their tasks are looked after. */
  tasks?: Partial<Pick<Parameters<typeof createTasks>[0], 'kinds' | 'pace' | 'tick' | 'lease' | 'trustedHosts'>>
}

/** The generation API: chat, tasks and files; its runs go on whatever the caller does. */
export async function createApi(base: Context, { files: outputs, tasks: work, ...options }: Options = {}): Promise<Part> {
  const events = createEventLog(base)
  const chat = createChat({ context: base, events, ...options })
  const files = createFileStore({ context: base, ...outputs })
  const tasks = createTasks({ context: { ...base, events, files }, kinds: NO_KINDS, ...work })
  const sweeper = startSweeper(base)
  const context: ApiContext = { ...base, events, chat, files, tasks, thumbnails: createThumbnails(base) }
  await chat.recover()
  const app = createPartApp({ context, routes: apiRoutes, cors: 'any', missingToken: 'no_token' })
  return mountedPart(app, async () => {
    sweeper.stop()
    await tasks.stop()
    await chat.stop()
    await events.stop()
  })
}
