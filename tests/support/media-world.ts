import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SERVICES } from '#catalog/index.ts'
import { SANDBOX_SERVICES } from '#catalog/sandboxes.server.ts'
import type { Task } from '#contract/task.ts'
import type { Usage } from '#contract/usage.ts'
import type { SandboxService } from '#sandbox/media.ts'
import { credit, readRemaining } from '#servers/ledger/ledger.ts'
import { stamps, stampsSandbox } from './made-up-service.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from './studio.ts'

/** The response of a service. */
export type Result = Record<string, unknown> & {
  success: boolean
  task_id: string
  trace_id: string
  data?: Record<string, unknown>[]
  error?: { code: string; message: string; issues?: { field: string; code: string }[] }
  warnings?: string[]
}

/** A foreign web server on a free port, with a response per path; it records all requests. */
type Stranger = { url: string; host: string; received: unknown[]; close(): void }

/**
 * A studio that runs its tasks, with the whole catalogue and a made-up service, and a user with
 * credits.
 */
export type MediaWorld = {
  studio: TestStudio
  ada: TestPerson
  stranger: Stranger
  /** Calls an action as the user, or as another one. */
  post(
    path: string,
    body: Record<string, unknown>,
    options?: { who?: TestPerson; headers?: Record<string, string> }
  ): Promise<Response>
  result(path: string, body: Record<string, unknown>): Promise<Result>
  task(path: string, id: string, who?: TestPerson): Promise<Task>
  receipt(id: string): Promise<Usage>
  /** Waits for the end of a task. */
  ended(path: string, id: string): Promise<Task>
  /** Returns the user's remaining credits. */
  left(): Promise<number>
  close(): Promise<void>
}

export async function openMediaWorld(
  files: Record<string, Buffer> = {},
  sandboxes: Record<string, SandboxService> = {}
): Promise<MediaWorld> {
  const stranger = await startStranger(files)
  const trustedHosts = [stranger.host]
  const studio = await openStudio(
    { environment: { RATE_LIMITS: 'off' } },
    {
      services: [...SERVICES, stamps],
      sandboxes: { ...SANDBOX_SERVICES, stamps: stampsSandbox, ...sandboxes },
      files: { trustedHosts },
      // The test's clock does not advance, so retries and polls must be due immediately.
      tasks: { tick: 20, pace: { poll: 0, retry: 0 }, trustedHosts }
    }
  )
  const { context } = studio
  const ada = await person(studio)
  const money = {
    applicationId: ada.application.id,
    fund: 'sandbox',
    reference: 'test-money',
    amount: 480_000_000,
    now: 0
  } as const
  await credit(context.database.db, 'order', money)

  const world: MediaWorld = {
    studio,
    ada,
    stranger,
    post: (path, body, { who = ada, headers = {} } = {}) =>
      studio.call(path, {
        json: body,
        token: who.credential.token,
        headers: { accept: 'application/json', ...headers }
      }),
    result: (path, body) => json<Result>(world.post(path, body)),
    task: (path, id, who = ada) =>
      json(studio.call(`/${path}/tasks`, { json: { id }, token: who.credential.token })),
    receipt: id => json(studio.call(`/api/v1/usages/${id}`, { token: ada.token.access_token })),
    async ended(path, id) {
      await (await studio.call(`/tasks/${id}/events`, { token: ada.credential.token })).text()
      return world.task(path, id)
    },
    left: async () =>
      (await readRemaining(context.database.db, ada.application.id, 'sandbox')) / 1_000_000,
    async close() {
      await studio.close()
      stranger.close()
    }
  }
  return world
}

async function startStranger(files: Record<string, Buffer>): Promise<Stranger> {
  const received: unknown[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.method === 'POST') received.push(JSON.parse(body))
    const file = files[request.url ?? '']
    if (request.method === 'POST' || file !== undefined) response.writeHead(200).end(file)
    else response.writeHead(404).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    received,
    close() {
      server.closeAllConnections()
      server.close()
    }
  }
}
