import { createChat } from '#servers/api/chat/chat.ts'
import { chatRoutes } from '#servers/api/chat/routes.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { createEventLog } from '#servers/api/events/event-log.ts'
import type { Context, Part } from '#servers/lib/context.ts'
import { createPartApp, mountedPart } from '#servers/lib/part.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

/** The generation API's route table. */
export const apiRoutes: readonly AnyRoute[] = chatRoutes

type Options = { retry?: Parameters<typeof createChat>[0]['retry']; deadline?: number }

/** The generation API: chat now; its runs go on whatever the caller does. */
export async function createApi(base: Context, options: Options = {}): Promise<Part> {
  const events = createEventLog(base)
  const chat = createChat({ context: base, events, ...options })
  const context: ApiContext = { ...base, events, chat }
  await chat.recover()
  const app = createPartApp({ context, routes: apiRoutes, cors: 'any', missingToken: 'no_token' })
  return mountedPart(app, async () => {
    await chat.stop()
    await events.stop()
  })
}
