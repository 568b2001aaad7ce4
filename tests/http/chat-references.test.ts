import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import type { UploadedFile } from '#contract/file.ts'
import { readConfig } from '#servers/config.ts'
import { bytes, upload } from '../support/files.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const BOAT = new Uint8Array(createCanvas(320, 240).encodeSync('png'))
const PDF = bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3')

/** A question that the sandbox answers without first waiting as if it read the file. */
const LOOK = 'Look [sandbox:tokens=150]'

let studio: TestStudio
let ada: TestPerson

function ask(body: Record<string, unknown>, who = ada): Promise<Response> {
  const headers = { accept: 'application/json' }
  return studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question: LOOK, ...body },
    token: who.credential.token,
    headers
  })
}

async function refusal(answer: Promise<Response>): Promise<unknown> {
  const response = await answer
  const { error } = (await response.json()) as {
    error: { code: string; issues?: { field: string; code: string }[] }
  }
  return [
    response.status,
    error.code,
    ...(error.issues ?? []).map(issue => `${issue.field} ${issue.code}`)
  ]
}

const addresses = (...files: UploadedFile[]): string[] => files.map(file => file.file_url)

describe('files with a question', () => {
  let boat: UploadedFile
  let notes: UploadedFile
  beforeAll(async () => {
    studio = await openStudio()
    ada = await person(studio)
    boat = await upload(studio, ada, BOAT, 'boat.png')
    notes = await upload(studio, ada, 'größe,1', 'notes.csv')
  })
  afterAll(() => studio.close())

  test('are stored with address, name and detected type, and the model reads them', async () => {
    const { id, answer } = await json<{ id: string; answer: string }>(
      ask({ references: addresses(boat, notes) })
    )
    expect(answer).toContain('`boat.png` (320 × 240), `notes.csv` (9 B)')
    const { messages } = await json<Conversation>(ask({ action: 'retrieve', id }))
    expect(messages?.[0]?.content).toEqual([
      { type: 'text', text: LOOK },
      {
        type: 'image_url',
        image_url: boat.file_url,
        name: 'boat.png',
        media_type: 'image/png',
        size: BOAT.length
      },
      {
        type: 'file_url',
        file_url: notes.file_url,
        name: 'notes.csv',
        media_type: 'text/plain',
        size: 9
      }
    ])
  })

  test('are limited to ten', async () => {
    const many = Array.from({ length: 11 }, () => boat.file_url)
    expect(await refusal(ask({ references: many }))).toEqual([
      400,
      'bad_request',
      'references too_many'
    ])
    expect((await ask({ references: many.slice(1) })).status).toBe(200)
  })

  test('must belong to the caller and exist', async () => {
    const eve = await person(studio)
    const wrong = [400, 'bad_request', 'references not_found']
    expect(await refusal(ask({ references: addresses(boat) }, eve))).toEqual(wrong)
    expect(await refusal(ask({ references: [`${BASE}/files/${'x'.repeat(43)}`] }))).toEqual(wrong)
    expect(
      await refusal(ask({ references: [`${BASE}/files/../openapi.json`, `${BASE}/files/x`] }))
    ).toEqual(wrong)
  })

  test.each([
    ['no files', 'deepseek-v3', () => boat],
    ['only pictures', 'gpt-5.4-mini', () => notes]
  ])('are refused by a model that reads %s', async (_, model, file) => {
    expect(await refusal(ask({ model, references: addresses(file()) }))).toEqual([
      400,
      'bad_request',
      'references not_allowed'
    ])
  })

  test('are accepted by a model that reads images when they are images', async () => {
    expect((await ask({ model: 'gpt-5.4-mini', references: addresses(boat) })).status).toBe(200)
    expect(
      (await ask({ model: 'gpt-5.4-mini', references: ['https://a.example/x.png'] })).status
    ).toBe(200)
    const foreign = ask({ model: 'gpt-5.4-mini', references: ['https://a.example/x.pdf'] })
    expect(await refusal(foreign)).toEqual([400, 'bad_request', 'references not_allowed'])
  })

  test('are refused when no model reads their type or when they are too large', async () => {
    const song = await upload(studio, ada, bytes('OggS\0\x02\0\0'), 'song.png', 'image/png')
    expect(await refusal(ask({ references: addresses(song) }))).toEqual([
      400,
      'bad_request',
      'references not_allowed'
    ])
    const book = await upload(studio, ada, 'a'.repeat(200_001), 'book.txt')
    expect(await refusal(ask({ references: addresses(book) }))).toEqual([
      413,
      'content_too_large',
      'references too_large'
    ])
    const pages = new Uint8Array(9_000_000)
    pages.set(PDF)
    const large = await upload(studio, ada, pages, 'large.pdf')
    expect(await refusal(ask({ references: addresses(large, large, large) }))).toEqual([
      413,
      'content_too_large',
      'references too_large'
    ])
  })
})

describe('a vendor', () => {
  let vendor: OpenaiServer
  beforeAll(async () => {
    vendor = await startOpenaiServer()
    studio = await openStudio({
      config: readConfig({ OPENAI_API_KEY: 'sk-operator', OPENAI_BASE_URL: vendor.url })
    })
    ada = await person(studio)
  })
  afterAll(async () => {
    await studio.close()
    await vendor.close()
  })

  const contents = (): unknown[] =>
    (vendor.requests.at(-1)?.body.messages ?? []).map(each => Reflect.get(Object(each), 'content'))
  const inline = (type: string, content: Uint8Array): string =>
    `data:${type};base64,${Buffer.from(content).toString('base64')}`

  test('receives the bytes of our files instead of addresses, also for earlier questions', async () => {
    const [boat, notes, pdf] = await Promise.all([
      upload(studio, ada, BOAT, 'boat.png'),
      upload(studio, ada, 'größe,1', 'notes.csv'),
      upload(studio, ada, PDF, 'plan.pdf')
    ])
    const { id } = await json<{ id: string }>(
      ask({ references: [...addresses(boat, notes, pdf), 'https://a.example/y.png'] })
    )
    const first = [
      { type: 'text', text: LOOK },
      { type: 'image_url', image_url: { url: inline('image/png', BOAT) } },
      { type: 'text', text: 'größe,1' },
      { type: 'file', file: { filename: 'plan.pdf', file_data: inline('application/pdf', PDF) } },
      { type: 'image_url', image_url: { url: 'https://a.example/y.png' } }
    ]
    expect(contents()).toEqual([first])
    await ask({ id, question: 'And now?' })
    expect(contents()[0]).toEqual(first)
    expect(JSON.stringify(vendor.requests.at(-1)?.body)).not.toContain('/files/')

    await studio.call(`/files/${boat.id}`, { method: 'DELETE', token: ada.token.access_token })
    await ask({ id, question: 'And without it?' })
    expect(contents()[0]).toEqual(first.filter((_, place) => place !== 1))
  })

  test('receives no more than was counted in tokens, whatever size a client claims', async () => {
    const pages = new Uint8Array(1_000_000)
    pages.set(PDF)
    const [plan, notes] = [
      await upload(studio, ada, pages, 'plan.pdf'),
      await upload(studio, ada, 'a'.repeat(100_000), 'notes.txt')
    ]
    const { id } = await json<{ id: string }>(ask({}))
    const partsSent = async (pdf: object, text: object): Promise<number> => {
      const content = [
        { type: 'text', text: 'See' },
        { type: 'file_url', file_url: plan.file_url, ...pdf },
        { type: 'file_url', file_url: notes.file_url, ...text }
      ]
      await json(ask({ action: 'update', id, messages: [{ role: 'user', content }] }))
      await json(ask({ id, question: 'What is in it?' }))
      return [contents()[0]].flat().length
    }
    const [pdf, text] = [{ media_type: 'application/pdf' }, { media_type: 'text/plain' }]
    expect(await partsSent({ ...pdf, size: 1 }, { ...text, size: 1 })).toBe(1)
    expect(await partsSent({ media_type: 'image/png', size: 1e6 }, { ...pdf, size: 100_000 })).toBe(
      1
    )
    expect(await partsSent({}, {})).toBe(1)
    expect(await partsSent({ ...pdf, size: 1e6 }, { ...text, size: 100_000 })).toBe(3)
  })

  test('receives no file of another user that a client put into a conversation', async () => {
    const eve = await person(studio)
    const secret = await upload(studio, eve, BOAT, 'secret.png')
    const { id } = await json<{ id: string }>(ask({}))
    const content = [
      { type: 'text', text: 'See' },
      { type: 'image_url', image_url: secret.file_url }
    ]
    await json(ask({ action: 'update', id, messages: [{ role: 'user', content }] }))
    await json(ask({ id, question: 'What is in it?' }))
    expect(contents()[0]).toBe('See')
  })
})
