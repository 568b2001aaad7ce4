import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bindHub } from '#client/page-hub.ts'
import type { HubInfo } from '#client/hub.ts'
import { uploadFile } from '#client/upload.ts'
import { Problem } from '#core/problem.ts'
import {
  $attachments,
  $overfilledDraft,
  attachFiles,
  hideAttachments,
  restoreAttachments,
  readyAttachments,
  removeAttachment,
  settleAttachments
} from '#stores/attachments.ts'
import { readDraft } from '#stores/drafts.ts'
import { resetAll } from '#stores/persisted.ts'
import { $token } from '#stores/token.ts'

vi.mock('#client/upload.ts', () => ({ uploadFile: vi.fn() }))

const hub = { user: { id: 'u1' }, hosts: {} } as HubInfo
bindHub(hub)
const address = (name: string): string => `https://api.example/files/${name}`

/** Mocks the upload: the server detects the given type and size for each file. */
function takes(type = 'text/plain', size = 4): void {
  vi.mocked(uploadFile)
    .mockReset()
    .mockImplementation(async (_token, { name }, { onProgress }) => {
      onProgress(0.5)
      return { id: name, file_url: address(name), name, type, size }
    })
}

const file = (name: string, type = 'text/plain', size = 4): File =>
  Object.defineProperty(new File(['text'], name, { type }), 'size', { value: size })
const states = (): unknown[] =>
  $attachments
    .get()
    .map(each => [
      each.draft,
      each.name,
      each.failure?.issues[0]?.code ?? each.failure?.code ?? each.url
    ])
const settled = (): Promise<void> =>
  vi.waitFor(() =>
    expect($attachments.get().every(each => each.url !== '' || each.failure !== null)).toBe(true)
  )

beforeEach(() => {
  $token.set({ access: 'access', expiration: Date.now() + 3_600_000 })
  takes()
})
afterEach(resetAll)

describe('a file', () => {
  test('is uploaded before its question, kept with the draft, and restored on the next page', async () => {
    attachFiles('c1', [file('a.txt')])
    expect($attachments.get()[0]).toMatchObject({ name: 'a.txt', url: '', draft: 'c1' })
    await settled()
    expect(readyAttachments('c1')).toEqual([
      { url: address('a.txt'), name: 'a.txt', type: 'text/plain', size: 4 }
    ])
    $attachments.set([])
    restoreAttachments('c2')
    expect($attachments.get()).toEqual([])
    restoreAttachments('c1')
    expect(states()).toEqual([['c1', 'a.txt', address('a.txt')]])
  })

  test.each([
    ['film.mp4', 'video/mp4', 4, 'not_allowed'],
    [
      'letter.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      4,
      'not_allowed'
    ],
    ['drawing.svg', 'image/svg+xml', 4, 'not_allowed'],
    ['large.png', 'image/png', 10_000_001, 'too_large']
  ])('%s is refused before the upload', async (name, type, size, code) => {
    attachFiles('c1', [file(name, type, size)])
    await settled()
    expect(states()).toEqual([['c1', name, code]])
    expect(uploadFile).not.toHaveBeenCalled()
    expect(readDraft('files:c1')).toBe('')
  })

  test.each([
    ['', 'application/octet-stream', 4, 'not_allowed'],
    ['', 'text/plain', 200_001, 'too_large'],
    ['image/png', 'text/plain', 200_001, 'not_allowed'],
    ['image/png', 'image/png', 10_000_001, 'too_large']
  ])(
    'that the browser calls “%s” is refused after the upload if it is %s of %i bytes',
    async (called, type, size, code) => {
      takes(type, size)
      attachFiles('c1', [file('a', called)])
      await settled()
      expect(states()).toEqual([['c1', 'a', code]])
      expect(readyAttachments('c1')).toEqual([])
    }
  )

  test('shows a failed upload and does not send that file', async () => {
    vi.mocked(uploadFile).mockRejectedValueOnce(new Problem('unknown', { detail: 'offline' }))
    attachFiles('c1', [file('a.txt')])
    await settled()
    expect($attachments.get()[0]?.failure).toMatchObject({ code: 'unknown', detail: 'offline' })
    expect(readyAttachments('c1')).toEqual([])
  })

  test('can be removed during and after its upload', async () => {
    vi.mocked(uploadFile).mockImplementationOnce(
      (_token, _file, { signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Problem('canceled')))
        )
    )
    attachFiles('c1', [file('slow.txt'), file('a.txt')])
    await vi.waitFor(() => expect(readyAttachments('c1')).toHaveLength(1))
    for (const { key } of $attachments.get()) removeAttachment(key)
    expect($attachments.get()).toEqual([])
    expect(readDraft('files:c1')).toBe('')
  })
})

test('a question takes ten files, extra ones are left out with a notice, and refused ones do not count', async () => {
  attachFiles('c1', [file('film.mp4', 'video/mp4')])
  attachFiles(
    'c1',
    Array.from({ length: 12 }, (_, place) => file(`${place}.txt`))
  )
  await settled()
  expect(readyAttachments('c1')).toHaveLength(10)
  expect($overfilledDraft.get()).toBe('c1')
  removeAttachment($attachments.get()[1]?.key ?? 0)
  expect($overfilledDraft.get()).toBeNull()
})

test('files are hidden while their question is sent, then removed, and later files stay', async () => {
  attachFiles('new:chatgpt', [file('a.txt')])
  await settled()
  const sent = readyAttachments('new:chatgpt')
  hideAttachments('new:chatgpt', sent, true)
  expect($attachments.get()[0]?.asked).toBe(true)
  hideAttachments('new:chatgpt', sent, false)
  expect($attachments.get()[0]?.asked).toBe(false)
  attachFiles('new:chatgpt', [file('b.txt'), file('film.mp4', 'video/mp4')])
  await settled()
  settleAttachments('new:chatgpt', 'c1', sent)
  expect(states()).toEqual([['c1', 'b.txt', address('b.txt')]])
  expect([readDraft('files:new:chatgpt'), readDraft('files:c1')]).toEqual([
    '',
    expect.stringContaining('b.txt')
  ])
})

test.each(['not json', '{}', '[1]', '[{"url":"javascript:alert(1)"}]'])(
  'ignores %s as saved attachments',
  async saved => {
    const { saveDraft } = await import('#stores/drafts.ts')
    saveDraft('files:c1', saved)
    restoreAttachments('c1')
    expect($attachments.get()).toEqual([])
  }
)

test('signing out removes all attachments', async () => {
  attachFiles('c1', [file('a.txt')])
  await settled()
  resetAll()
  expect([$attachments.get(), readyAttachments('c1')]).toEqual([[], []])
})
