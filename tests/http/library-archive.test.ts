import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { LibraryPage } from '#contract/library.ts'
import { addResults } from '#servers/library/add.ts'
import { upload } from '../support/files.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => studio.close())
beforeEach(async () => {
  ada = await person(studio)
})
afterEach(() => vi.restoreAllMocks())

/** Requests a zip archive of all items, oldest first. */
async function archive(): Promise<Response> {
  const { access_token: token } = ada.token
  const { items } = await json<LibraryPage>(studio.call('/library/items?sort=oldest', { token }))
  return studio.call('/library/archive', { json: { ids: items.map(({ id }) => id) }, token })
}

async function add(content: string, name: string): Promise<void> {
  studio.context.clock.advance(1000)
  await upload(studio, ada, content, name)
}

async function unpack(answer: Response): Promise<Record<string, string>> {
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(Object.entries(entries).map(([name, data]) => [name, strFromU8(data)]))
}

test('the archive holds the chosen files and texts under safe names, each once', async () => {
  await add('first', 'note.txt')
  await add('second', '../../etc/NOTE.txt')
  const run = {
    id: crypto.randomUUID(),
    user_id: ada.application.user_id,
    service: 'suno',
    action: 'lyrics',
    model: null,
    request: '{}'
  }
  const song = 'la '.repeat(2000)
  const response = JSON.stringify({ success: true, data: [{ text: song }] })
  studio.context.clock.advance(1000)
  await addResults(studio.context.database.db, run, response, studio.context.clock.now())
  const answer = await archive()
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="library-\d{4}-\d\d-\d\d\.zip"$/
  )
  expect(await unpack(answer)).toEqual({
    'note.txt': 'first',
    'NOTE (2).txt': 'second',
    'suno.txt': song
  })
})

test('results are named by their words, with the ending of their file', async () => {
  const { database } = studio.context
  const prompts = {
    'one.txt': 'A heron / at dawn.',
    'two.txt': 'A heron / at dawn.',
    'three.txt': '…'
  }
  for (const [name, prompt] of Object.entries(prompts)) {
    await add(name, name)
    await database.db
      .updateTable('library_item')
      .set({ kind: 'image', prompt })
      .where('user_id', '=', ada.application.user_id)
      .where('prompt', '=', name)
      .execute()
  }
  expect(await unpack(await archive())).toEqual({
    'A heron at dawn.txt': 'one.txt',
    'A heron at dawn (2).txt': 'two.txt',
    'three.txt': 'three.txt'
  })
})

test('the archive lists missing and truncated files, and holds the others', async () => {
  for (const name of ['lost.txt', 'cut.txt', 'kept.txt']) await add(name, name)
  const { database, blobs } = studio.context
  const rows = await database.db
    .selectFrom('file')
    .select(['name', 'blob'])
    .where('user_id', '=', ada.application.user_id)
    .execute()
  const blobOf = (name: string): string => rows.find(row => row.name === name)?.blob ?? ''
  await blobs.delete(blobOf('lost.txt'))
  await blobs.put(blobOf('cut.txt'), new Blob(['cu']).stream(), 10)
  expect(await unpack(await archive())).toEqual({
    'kept.txt': 'kept.txt',
    'missing-files.txt': 'lost.txt\ncut.txt\n'
  })
})

test('when the reader of an archive leaves, the open file is closed and no other is read', async () => {
  for (const name of ['1.txt', '2.txt', '3.txt']) await add('long', name)
  const { blobs } = studio.context
  let closed = 0
  const read = vi.spyOn(blobs, 'get').mockImplementation(
    async () =>
      new ReadableStream({
        pull: controller => controller.enqueue(new Uint8Array(1000)),
        cancel: () => void closed++
      })
  )
  const reader = (await archive()).body?.getReader()
  for (let chunks = 0; chunks < 5; chunks++) await reader?.read()
  await reader?.cancel()
  expect([read.mock.calls.length, closed]).toEqual([1, 1])
})
