import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import type { UploadedFile } from '#contract/file.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { begin, tus } from '../support/files.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

const QUOTA = 100_000

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({
    environment: {
      RATE_LIMITS: 'off',
      STORAGE_QUOTA: String(QUOTA),
      CHAT_QUOTA: '50000',
      UPLOAD_LIMIT: '90000'
    }
  })
})
beforeEach(async () => {
  ada = await person(studio)
})
afterAll(() => studio.close())

function upload(bytes: number): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(randomBytes(bytes))]), 'noise.bin')
  return sized('/api/v1/files/', form)
}

/** Sends a form with a `content-length` header, as browsers do. */
async function sized(path: string, form: FormData): Promise<Response> {
  const whole = new Response(form)
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const headers = {
    'content-type': whole.headers.get('content-type') ?? '',
    'content-length': String(bytes.length)
  }
  return studio.call(path, { method: 'POST', body: bytes, headers, token: ada.token.access_token })
}

async function full(answer: Promise<Response> | Response, code = 'storage_full'): Promise<void> {
  const response = await answer
  const { error, ...body } = (await response.json()) as {
    code: string
    error: { message: string; issues: { code: string }[] }
  }
  expect([response.status, body.code, error.issues[0]?.code]).toEqual([
    413,
    'content_too_large',
    code
  ])
  expect(error.message).toContain('Delete')
}

const ask = (path: string, body: object): Promise<Response> =>
  studio.call(path, { json: body, token: ada.credential.token })
const remaining = () =>
  studio.context.database.db
    .selectFrom('fund')
    .select('remaining')
    .where('application_id', '=', ada.application.id)
    .execute()
const files = () =>
  studio.context.database.db
    .selectFrom('file')
    .select('size')
    .where('user_id', '=', ada.application.user_id)
    .execute()

describe('files', () => {
  test('are accepted up to the quota, and again after some were deleted', async () => {
    const first = await json<UploadedFile>(upload(60_000))
    await full(upload(60_000))
    expect(await files()).toHaveLength(1)
    await json(upload(20_000))
    const id = first.file_url.split('/files/')[1]?.split('/')[0] ?? ''
    await studio.call(`/files/${id}`, { method: 'DELETE', token: ada.token.access_token })
    expect((await upload(60_000)).status).toBe(200)
  })

  test('count with their whole size from the start of a resumable upload', async () => {
    const id = await begin(studio, ada.token.access_token, 80_000, 'noise.bin')
    await full(
      tus(studio, ada.token.access_token, 'POST', { headers: { 'upload-length': '30000' } })
    )
    await full(upload(30_000))
    await tus(studio, ada.token.access_token, 'DELETE', { id })
    expect((await upload(30_000)).status).toBe(200)
  })

  test('are counted one after the other when they arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(30_000)))
    expect(answers.filter(answer => answer.ok).length).toBeLessThanOrEqual(3)
    const held = (await files()).reduce((sum, { size }) => sum + Number(size), 0)
    expect(held).toBeLessThanOrEqual(QUOTA)
  })
})

describe('a task over the quota', () => {
  test('is refused before it is paid, in both formats of the call', async () => {
    await json(upload(80_000))
    await json(upload(QUOTA - 80_000 - 500))
    await studio.context.database.db
      .updateTable('file')
      .set({ size: QUOTA })
      .where('user_id', '=', ada.application.user_id)
      .execute()
    const before = await remaining()
    await full(ask('/flux/images', { prompt: 'A boat', async: true }))
    expect(
      (await ask('/v1/images/generations', { model: 'flux-schnell', prompt: 'A boat' })).status
    ).toBe(413)
    expect(await remaining()).toEqual(before)
  })

  test('keeps its results if it was paid before the quota was reached, however large they are', async () => {
    const { task_id } = await json<{ task_id: string }>(
      ask('/flux/images', { prompt: 'A boat', async: true })
    )
    await json(upload(80_000))
    const store = createFileStore({ context: studio.context })
    const task = await studio.context.database.db
      .selectFrom('run')
      .selectAll()
      .where('id', '=', task_id)
      .executeTakeFirstOrThrow()
    const outputs = [
      { values: {}, files: { video_url: { bytes: new Uint8Array(randomBytes(200_000)) } } }
    ]
    const { kept } = await store.keepOutputs(
      task as RunRow,
      outputs as never,
      AbortSignal.timeout(10_000)
    )
    expect(kept).toHaveLength(1)
    await full(upload(10))
  })
})

describe('chats', () => {
  const talk = (count: number) =>
    Array.from({ length: count }, () => ({ role: 'user', content: 'word '.repeat(1000) }))

  test('grow up to the quota, and again after some were deleted', async () => {
    const { id } = await json<Conversation>(
      ask('/aichat/conversations', { action: 'import', messages: talk(9) })
    )
    await full(ask('/aichat/conversations', { action: 'import', messages: talk(1) }), 'chats_full')
    await studio.context.database.db
      .updateTable('conversation')
      .set({ size: 50_001 })
      .where('id', '=', id)
      .execute()
    const before = await remaining()
    await full(ask('/aichat/conversations', { model: 'gpt-5-all', question: 'Hi' }), 'chats_full')
    await full(
      ask('/aichat/conversations', {
        action: 'update',
        id,
        messages: [...talk(9), { role: 'user', content: 'And?' }]
      }),
      'chats_full'
    )
    expect(await remaining()).toEqual(before)
    // A completion is not stored, so it still works.
    expect(
      (
        await ask('/v1/chat/completions', {
          model: 'gpt-5-all',
          messages: [{ role: 'user', content: 'Hi [sandbox:tokens=1]' }]
        })
      ).status
    ).toBe(200)
    // Replacing the messages with the same or fewer ones, as a rename does, needs no more room.
    for (const messages of [talk(9), talk(2)])
      expect(
        (await ask('/aichat/conversations', { action: 'update', id, title: 'Words', messages }))
          .status
      ).toBe(200)
  })
})
