import { SERVICES } from '#catalog/index.ts'
import { SANDBOX_SERVICES } from '#catalog/sandboxes.server.ts'
import type { Service } from '#core/service.ts'
import { createMediaWorkers } from '#media/media-workers.ts'
import type { SandboxService } from '#sandbox/media.ts'
import { createSandboxWorkers } from '#sandbox/workers.ts'
import { ChatRuns, type ChatOptions } from '#servers/api/chat/chat.ts'
import { chatRoutes } from '#servers/api/chat/routes.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { EventLog } from '#servers/runs/event-log.ts'
import { FeedWatch } from '#servers/api/events/feed-watch.ts'
import { eventRoutes } from '#servers/api/events/routes.ts'
import { fileRoutes } from '#servers/api/files/routes.ts'
import { guestRoutes } from '#servers/api/guests/routes.ts'
import { configuredVendors } from '#servers/api/services/configured.ts'
import { createInputReader } from '#servers/api/services/inputs.ts'
import { createTaskKinds } from '#servers/api/services/kinds.ts'
import { createAddressConverter } from '#servers/api/services/readable.ts'
import { libraryRoutes } from '#servers/api/library/routes.ts'
import { projectRoutes } from '#servers/api/projects/routes.ts'
import { promptHelpRoutes } from '#servers/api/prompt-help/routes.ts'
import { ownServiceRoute } from '#servers/api/services/own-route.ts'
import { serviceRoutes } from '#servers/api/services/routes.ts'
import { startSweeper } from '#servers/api/sweeper.ts'
import { taskRoutes } from '#servers/api/tasks/routes.ts'
import { Tasks, type TaskOptions } from '#servers/api/tasks/tasks.ts'
import { openaiProblemResponse } from '#servers/api/v1/problem.ts'
import { v1Routes } from '#servers/api/v1/routes.ts'
import { webhookRoutes } from '#servers/api/webhooks/routes.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import { hostsOf, type OutputOptions } from '#servers/files/outputs.ts'
import { createThumbnails } from '#servers/files/thumbnails.ts'
import type { Context, ServerPart } from '#servers/lib/context.ts'
import { publicFetch } from '#servers/lib/egress.ts'
import { createPartApp, createServerPart } from '#servers/lib/part.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

const fixedRoutes: readonly AnyRoute[] = [
  ...chatRoutes,
  ...guestRoutes,
  ...taskRoutes,
  ...eventRoutes,
  ...fileRoutes,
  ...libraryRoutes,
  ...projectRoutes,
  ...promptHelpRoutes,
  ...v1Routes,
  ...webhookRoutes
]

/** The generation API's route table. */
export const apiRoutes: readonly AnyRoute[] = [
  ...fixedRoutes,
  ...serviceRoutes(SERVICES),
  ownServiceRoute
]

export type ApiOptions = {
  /** Services and sandbox implementations to use instead of the catalogue's, for tests. */
  services?: readonly Service[]
  sandboxes?: Readonly<Record<string, SandboxService>>
  retry?: ChatOptions['retry']
  deadline?: number
  lease?: number
  files?: OutputOptions
  /** Options of the task engine. */
  tasks?: Partial<Pick<TaskOptions, 'kinds' | 'pace' | 'tick' | 'lease' | 'trustedHosts'>>
}

/**
 * Creates the generation API: chat, tasks and files. Its runs continue when the caller disconnects.
 */
export async function createApi(base: Context, options: ApiOptions = {}): Promise<ServerPart> {
  const { services = SERVICES, files: outputs, tasks: work, ...asking } = options
  await base.keys.refresh()
  const events = new EventLog(base)
  const chat = new ChatRuns({ context: base, events, ...asking })
  const files = createFileStore({ context: base, ...outputs })
  const { inputs, workers, kinds } = createTools(base, files, options)
  const tasks = new Tasks({ context: { ...base, events, files }, ...work, kinds })
  const sweeper = startSweeper({ ...base, events, files })
  const thumbnails = createThumbnails(base)
  const context: ApiContext = {
    ...base,
    events,
    feeds: new FeedWatch(base),
    chat,
    services,
    kinds,
    files,
    inputs,
    tasks,
    thumbnails
  }
  await chat.recover()
  const routes =
    services === SERVICES
      ? apiRoutes
      : [...fixedRoutes, ...serviceRoutes(services), ownServiceRoute]
  const app = createPartApp({
    context,
    routes,
    cors: 'any',
    missingToken: 'no_token',
    telling: path => (/^\/v1(\/|$)/.test(path) ? openaiProblemResponse : undefined)
  })
  return createServerPart(
    app,
    async () => {
      sweeper.stop()
      await tasks.stop()
      await Promise.all(workers.map(each => each.stop()))
      await chat.stop()
      await events.stop()
    },
    async () => {
      events.leave()
      await Promise.all([tasks.drain(), chat.drain()])
    }
  )
}

/** Creates what tasks need: readers of files, worker processes, and the catalogue with its vendors. */
function createTools(
  base: Context,
  files: FileStore,
  { services = SERVICES, sandboxes = SANDBOX_SERVICES, files: outputs, tasks }: ApiOptions
) {
  const trusted = outputs?.trustedHosts ?? []
  const [workers, sandboxWorkers] = [createMediaWorkers(), createSandboxWorkers()]
  const inputs = createInputReader({ context: base, files, workers, trustedHosts: () => trusted })
  // Vendors' outputs are read at the addresses that the vendors return, also on private networks.
  const results = createInputReader({
    context: base,
    files,
    workers,
    trustedHosts: () => [
      ...trusted,
      ...base.keys.vendors().flatMap(name => hostsOf(base.keys, name))
    ]
  })
  const kinds =
    tasks?.kinds ??
    createTaskKinds({
      services,
      sandboxes,
      workers,
      sandboxWorkers,
      inputs,
      results,
      fetch: base.fetch,
      vendors: configuredVendors(base, { workers, inputs: results }),
      substitute: base.config.substitute,
      readable: createAddressConverter({ config: base.config, files, inputs }),
      own: {
        services: base.ownServices,
        clock: base.clock,
        fetch: publicFetch([...trusted, ...base.config.toolHosts])
      }
    })
  return { inputs, workers: [workers, sandboxWorkers], kinds }
}
