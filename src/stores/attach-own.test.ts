import { afterEach, expect, test, vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import { MAX_REFERENCES } from '#core/chat.ts'
import { attachOwnFile } from '#stores/attach-own.ts'
import { $attachments, $overfilledDraft, readyAttachments } from '#stores/attachments.ts'
import { resetAll } from '#stores/persisted.ts'

bindHub({ user: { id: 'u1' }, hosts: {} } as HubInfo)

const FILE = 'https://api.example/files/abc/a%20boat.png'

/** Answers about a file with these headers; null for one that is gone. */
function answering(headers: Record<string, string> | null): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(
    async () => new Response(null, { status: headers === null ? 404 : 200, headers: headers ?? {} })
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const settled = (): Promise<void> =>
  vi.waitFor(() =>
    expect($attachments.get().every(each => each.url !== '' || each.failure !== null)).toBe(true)
  )

afterEach(() => {
  vi.unstubAllGlobals()
  resetAll()
})

test('a file of the studio is attached with its type and size, and only once', async () => {
  const fetch = answering({ 'content-type': 'image/png', 'content-length': '1234' })
  attachOwnFile('c1', `${FILE}?w=640`)
  await settled()
  const ready = [{ url: FILE, name: 'a boat.png', type: 'image/png', size: 1234 }]
  expect(readyAttachments('c1')).toEqual(ready)
  expect(fetch).toHaveBeenCalledWith(FILE, { method: 'HEAD' })
  attachOwnFile('c1', FILE)
  expect(readyAttachments('c1')).toEqual(ready)
  expect(fetch).toHaveBeenCalledOnce()
})

test('a file of the library has the name of its upload', async () => {
  answering({ 'content-type': 'text/plain', 'content-length': '4' })
  attachOwnFile('c1', 'https://api.example/files/abc/table-csv.txt', 'table.csv')
  await settled()
  expect(readyAttachments('c1')[0]?.name).toBe('table.csv')
})

test.each([
  [{ 'content-type': 'video/mp4', 'content-length': '9' }, 'not_allowed'],
  [{ 'content-type': 'image/png', 'content-length': '10000001' }, 'too_large'],
  [{ 'content-type': 'text/plain; charset=utf-8', 'content-length': '200001' }, 'too_large'],
  [null, 'not_found']
] as const)('a file that answers %j is refused as %s', async (headers, code) => {
  answering(headers)
  attachOwnFile('c1', FILE)
  await settled()
  const [refused] = $attachments.get()
  expect(refused?.name).toBe('a boat.png')
  expect(refused?.failure?.issues[0]?.code ?? refused?.failure?.code).toBe(code)
  expect(readyAttachments('c1')).toEqual([])
})

test('a question takes no more files than from the device', async () => {
  answering({ 'content-type': 'image/png', 'content-length': '1' })
  for (let at = 0; at <= MAX_REFERENCES; at++) attachOwnFile('c1', `${FILE}/${at}`)
  await settled()
  expect($attachments.get()).toHaveLength(MAX_REFERENCES)
  expect($overfilledDraft.get()).toBe('c1')
})
