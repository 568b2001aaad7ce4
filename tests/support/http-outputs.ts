import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Json, MediaOutput } from '#core/provider.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import { bytes, SAMPLES } from './files.ts'
import { BASE, openStudio, person, type TestPerson, type TestStudio } from './studio.ts'

export const VIDEO = Buffer.concat([SAMPLES['video/mp4'] ?? bytes(''), randomBytes(200_000)])
/** The largest output that the file store of these tests copies, in bytes. */
export const MAX_OUTPUT = 300_000

type Files = ReturnType<typeof createFileStore>

/** A file store that copies outputs from a vendor, whose answers each test may change. */
export type OutputWorld = {
  studio: TestStudio
  ada: TestPerson
  files: Files
  answer: (path: string, response: ServerResponse) => void
  /** Lets the vendor answer every request with the video again. */
  reset(): void
  /** Describes a video of the vendor. */
  video(path?: string, values?: Record<string, Json>): MediaOutput
  /** Adds a task with the lease of its worker. */
  addTask(change?: Partial<RunRow>): Promise<RunRow>
  /** Copies outputs for a new task. */
  keep(outputs: readonly MediaOutput[], signal?: AbortSignal): ReturnType<Files['keepOutputs']>
  /** Counts the stored files in the database and on the disk. */
  countStored(): Promise<{ rows: number; blobs: number }>
  close(): Promise<void>
}

export async function openOutputWorld(): Promise<OutputWorld> {
  const vendor = createServer((request, response) => world.answer(request.url ?? '', response))
  await new Promise<void>(resolve => vendor.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const studio = await openStudio()
  const ada = await person(studio)
  const { context } = studio
  const files = createFileStore({
    context,
    trustedHosts: [host],
    maxOutput: MAX_OUTPUT,
    patience: 400
  })
  const addTask: OutputWorld['addTask'] = (change = {}) => insertTask(studio, ada, change)
  const world: OutputWorld = {
    studio,
    ada,
    files,
    answer: sendVideo,
    reset: () => void (world.answer = sendVideo),
    video: (path = '/video.mp4', values = {}) => ({
      values,
      files: { video_url: { url: `http://${host}${path}` } }
    }),
    addTask,
    keep: async (outputs, signal = new AbortController().signal) =>
      files.keepOutputs(await addTask(), outputs, signal),
    countStored: () => countStored(studio),
    async close() {
      await studio.close()
      vendor.closeAllConnections()
      await new Promise(resolve => vendor.close(resolve))
    }
  }
  return world
}

function sendVideo(_path: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(VIDEO)
}

async function countStored({ context }: TestStudio): Promise<{ rows: number; blobs: number }> {
  const rows = await context.database.db.selectFrom('file').select('id').execute()
  const blobs = await readdir(join(context.config.dataDir, 'blobs'), {
    recursive: true,
    withFileTypes: true
  }).catch(() => [])
  return { rows: rows.length, blobs: blobs.filter(each => each.isFile()).length }
}

function insertTask(
  { context }: TestStudio,
  { application }: TestPerson,
  change: Partial<RunRow>
): Promise<RunRow> {
  return context.database.db
    .insertInto('run')
    .values({
      id: randomUUID(),
      service: 'veo',
      action: 'videos',
      user_id: application.user_id,
      application_id: application.id,
      credential_id: null,
      conversation_id: null,
      origin: BASE,
      state: 'running',
      fund: 'sandbox',
      held: 0,
      charged: 0,
      measure: null,
      reason: '',
      status_code: 0,
      trace_id: '',
      lease_owner: 'me',
      lease_until: 0,
      stop_at: null,
      created_at: 0,
      finished_at: null,
      ...change
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
