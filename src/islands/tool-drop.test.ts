import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import { findService } from '#catalog/index.ts'
import type { FileField } from '#core/field.ts'
import type { Service } from '#core/service.ts'
import { uploadFilesToField } from '#islands/tool-submit.ts'
import { currentForm } from '#stores/tool-form.ts'

const API = 'https://api.example'
const FILE = `${API}/files/abc/a%20boat.png`

let service: Service
let types: Record<string, string>
const asked: string[] = []
beforeEach(() => {
  service = { ...(findService('kling') ?? expect.fail('no kling')) }
  types = { [FILE]: 'image/png', [`${API}/files/song.mp3`]: 'audio/mpeg' }
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    asked.push(`${init?.method} ${address}`)
    const type = types[address]
    return new Response(null, {
      status: type === undefined ? 404 : 200,
      headers: { 'content-type': type ?? 'application/json' }
    })
  })
  bindHub({ user: { id: 'ada' }, locale: 'en', hosts: { api: API } } as HubInfo)
})
afterEach(() => vi.unstubAllGlobals())

/** Drops a link on the field for the first frame, and returns what the form then has. */
async function drop(link: string): Promise<{ value: unknown; issues: unknown }> {
  const name = 'start_image_url'
  const field = service.actions?.['videos']?.fields[name] as FileField
  await uploadFilesToField({ service, name, field }, [], link)
  await new Promise(done => setTimeout(done))
  const { given, verb, issues } = currentForm(service)
  return { value: given[verb]?.[name], issues }
}

test('the result of a dropped link is used without an upload', async () => {
  expect(await drop(`${FILE}?w=640`)).toEqual({ value: FILE, issues: [] })
  expect(asked).toEqual([`HEAD ${FILE}`])
})

test('a result of another kind is refused by its name, and so is one that is gone', async () => {
  for (const [link, file] of [
    [`${API}/files/song.mp3`, 'song.mp3'],
    [`${API}/files/gone%zz.png`, 'gone%zz.png']
  ] as const) {
    const { issues } = await drop(link)
    expect(issues).toEqual([{ field: 'start_image_url', code: 'invalid', file }])
  }
})

test('a link to another server is ignored', async () => {
  await drop('https://elsewhere.example/files/abc.png')
  expect(asked).toEqual([])
})
