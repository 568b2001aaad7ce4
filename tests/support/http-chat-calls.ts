import type { Application } from '#contract/application.ts'
import type { Conversation, Message } from '#contract/conversation.ts'
import { readConfig } from '#servers/config.ts'
import { startOpenaiServer, type OpenaiServer } from './openai-server.ts'
import { frames, json, openStudio, person, type TestPerson, type TestStudio } from './studio.ts'

type Body = Record<string, unknown>
type World = { studio: TestStudio; ada: TestPerson }

/**
 * Creates functions that make chat calls.
 * @param world is read at each call, since it opens after the tests are declared
 * @param defaults fields of every question
 */
export function chatCalls(world: () => World, defaults: Body) {
  const call = (body: Body, headers: Record<string, string> = {}): Promise<Response> =>
    world().studio.call('/aichat/conversations', {
      json: body,
      token: world().ada.credential.token,
      headers
    })
  const readConversation = (id: unknown, more: Body = {}): Promise<Conversation> =>
    json(call({ action: 'retrieve', id, ...more }))
  return {
    call,
    readConversation,
    /** Asks a question and reads the whole answer. */
    async ask(body: Body) {
      const answer = await frames(await call({ ...defaults, ...body }))
      return { ...answer, id: String(answer.frames[0]?.['id']), last: answer.frames.at(-1) }
    },
    /** Reads the messages of the shown branch. */
    async readBranch(id: string): Promise<Message[]> {
      return (await readConversation(id)).messages ?? []
    },
    update: (id: string, changes: Body): Promise<Conversation> =>
      json(call({ action: 'update', id, ...changes })),
    /** Returns the status and code of a refused question, and its first field. */
    async refusedFor(body: Body): Promise<unknown[]> {
      const answer = await call({ ...defaults, ...body })
      const { code, error } = (await answer.json()) as {
        code: string
        error: { issues?: { field: string }[] }
      }
      return [answer.status, code, error.issues?.[0]?.field]
    },
    readPlan: (): Promise<Application> =>
      json(
        world().studio.call(`/api/v1/applications/${world().ada.application.id}`, {
          token: world().ada.token.access_token
        })
      )
  }
}

/** A studio with a user, whose chat models are served by a fake vendor. */
export type VendorChat = World & { vendor: OpenaiServer; close(): Promise<void> }

export async function openVendorChat(): Promise<VendorChat> {
  const vendor = await startOpenaiServer()
  const studio = await openStudio({
    config: readConfig({
      OPENAI_API_KEY: 'secret-key',
      OPENAI_BASE_URL: vendor.url,
      XAI_API_KEY: 'secret-key',
      XAI_BASE_URL: vendor.url
    })
  })
  return {
    vendor,
    studio,
    ada: await person(studio),
    async close() {
      await studio.close()
      await vendor.close()
    }
  }
}
