import type { Task } from '#contract/task.ts'
import { credit, readRemaining } from '#servers/ledger/ledger.ts'
import { createLog } from '#servers/lib/log.ts'
import type { Result } from './media-world.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from './studio.ts'
import type { VendorServer } from './vendor-server.ts'

/** API keys that must appear only in requests to the vendor. */
export const KEYS = ['first-key-Zq81', 'second-key-Wm47'] as const

const MONEY = 5_000_000_000

/**
 * A studio with one fake vendor, two API keys for it, and a user with real credits. It records all
 * output.
 */
export type VendorWorld = {
  studio: TestStudio
  vendor: VendorServer
  ada: TestPerson
  /** Every response and every log line. */
  said: string[]
  post(path: string, body: Record<string, unknown>): Promise<{ status: number; result: Result }>
  /** Starts a task without waiting for it. */
  begin(path: string, body: Record<string, unknown>): Promise<string>
  /** Waits until a task has ended. */
  ended(service: string, id: string): Promise<Task>
  /** Reads the state from the task's row, without any request. */
  stateOf(id: string): Promise<string>
  /** Returns the spent micro-credits. */
  spent(): Promise<number>
  close(): Promise<void>
}

/**
 * Opens a studio with this fake vendor.
 * @param pace milliseconds between polls and between retries; by default 0, since the test's clock
 * does not advance
 */
export async function openVendorWorld(
  vendor: VendorServer,
  environment: Record<string, string>,
  pace = { poll: 0, retry: 0 }
): Promise<VendorWorld> {
  const said: string[] = []
  const trustedHosts = [vendor.host]
  const studio = await openStudio(
    {
      environment: { RATE_LIMITS: 'off', ...environment },
      log: createLog('debug', { write: line => void said.push(line) })
    },
    { files: { trustedHosts }, tasks: { tick: 20, pace, trustedHosts } }
  )
  const ada = await person(studio)
  const money = {
    applicationId: ada.application.id,
    fund: 'real',
    reference: 'test-money',
    amount: MONEY,
    now: 0
  } as const
  await credit(studio.context.database.db, 'order', money)
  const call = (path: string, body: unknown): Promise<Response> =>
    studio.call(path, {
      json: body,
      token: ada.credential.token,
      headers: { accept: 'application/json' }
    })
  return {
    studio,
    vendor,
    ada,
    said,
    async post(path, body) {
      const answer = await call(path, body)
      const text = await answer.text()
      said.push(text)
      return { status: answer.status, result: JSON.parse(text) as Result }
    },
    begin: async (path, body) => (await json<Result>(call(path, { ...body, async: true }))).task_id,
    async ended(service, id) {
      said.push(
        await (await studio.call(`/tasks/${id}/events`, { token: ada.credential.token })).text()
      )
      return json<Task>(call(`/${service}/tasks`, { id }))
    },
    stateOf: async id =>
      (
        await studio.context.database.db
          .selectFrom('run')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).state,
    spent: async () =>
      MONEY - (await readRemaining(studio.context.database.db, ada.application.id, 'real')),
    async close() {
      await studio.close()
      await vendor.close()
    }
  }
}
