import type { Task } from '#contract/task.ts'
import type { Usage } from '#contract/usage.ts'
import { EventLog } from '#servers/runs/event-log.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import { credit, readRemaining } from '#servers/ledger/ledger.ts'
import { Tasks } from '#servers/api/tasks/tasks.ts'
import { readCredential } from '#servers/lib/credential.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from './studio.ts'
import { PRICE, startVendor, vendorKinds, type Vendor } from './vendor.ts'

/**
 * A studio with a fake vendor of tasks and a user with credits. Its clock moves only in {@link
 * TaskWorld.turn}.
 */
export type TaskWorld = {
  studio: TestStudio
  vendor: Vendor
  ada: TestPerson
  /** Hosts that may be called by callbacks; tests add them. */
  listeners: string[]
  /** Creates another process that works on the same tasks. */
  newProcess(): Tasks
  tasks: Tasks
  submit(prompt: string, callbackUrl?: string): Promise<string>
  /** Repeats: a worker handles the tasks that are due, and then the clock moves by 1.5 seconds. */
  turn(times?: number, worker?: Tasks): Promise<void>
  read(id: string): Promise<Task>
  receipt(id: string): Promise<Usage>
  /** Returns the remaining micro-credits. */
  left(): Promise<number>
  close(): Promise<void>
}

export async function openTaskWorld(): Promise<TaskWorld> {
  const vendor = await startVendor()
  const studio = await openStudio()
  const { context } = studio
  const ada = await person(studio)
  const money = {
    applicationId: ada.application.id,
    fund: 'sandbox',
    reference: 'test-money',
    amount: 60 * PRICE,
    now: 0
  } as const
  await credit(context.database.db, 'order', money)
  const listeners: string[] = []
  const newProcess = (): Tasks => {
    const events = new EventLog(context)
    const files = createFileStore({ context, trustedHosts: [vendor.host] })
    const trustedHosts = [vendor.host, ...listeners]
    const pace = { poll: 1000, retry: 1000 }
    return new Tasks({
      context: { ...context, events, files },
      kinds: vendorKinds(vendor),
      pace,
      tick: 0,
      trustedHosts
    })
  }
  const tasks = newProcess()
  return {
    studio,
    vendor,
    ada,
    listeners,
    newProcess,
    tasks,
    async submit(prompt, callbackUrl) {
      const caller = await readCredential(context, ada.credential.token)
      const kind = vendorKinds(vendor).find('flux', 'images', 'sandbox')
      if (kind === null) throw new Error('no kind')
      const question = {
        caller,
        kind,
        provider: 'vendor',
        values: { prompt },
        origin: '',
        sites: [],
        traceId: crypto.randomUUID(),
        callbackUrl
      }
      return (await context.database.transaction(tx => tasks.submit(tx, question))).taskId
    },
    async turn(times = 1, worker = tasks) {
      for (let time = 0; time < times; time++) {
        await worker.tick()
        context.clock.advance(1500)
      }
    },
    read: id => json(studio.call('/flux/tasks', { json: { id }, token: ada.credential.token })),
    receipt: id => json(studio.call(`/api/v1/usages/${id}`, { token: ada.token.access_token })),
    left: () => readRemaining(context.database.db, ada.application.id, 'sandbox'),
    async close() {
      await tasks.stop()
      await studio.close()
      await vendor.close()
    }
  }
}
