import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { sweepDeleted } from '#servers/api/chat/forget.ts'
import { longTest } from '../support/long-test.ts'
import { bodyInPieces, usualTurn } from '../support/loop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** The longest time in milliseconds for which one request may block the event loop. */
const MAX_BLOCK = 50

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
})
afterAll(() => studio.close())

/** Prepares a call whose body exists before the measurement. */
function prepared(
  path: string,
  body: object,
  tokenOf = () => ada.credential.token
): () => Promise<Response> {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const headers = { 'content-type': 'application/json' }
  return () => {
    const init = {
      method: 'POST',
      body: bodyInPieces(bytes),
      duplex: 'half',
      token: tokenOf(),
      headers
    }
    return studio.call(path, init as Parameters<TestStudio['call']>[1])
  }
}

const chat = (body: object): Promise<Response> =>
  studio.call('/aichat/conversations', { json: body, token: ada.credential.token })
const longText = (length: number): string =>
  Array.from(
    { length: length / 10 },
    (_, index) => `${((index * 7919) % 1e6).toString(36).padEnd(9, 'q')} `
  ).join('')
const messagesFor = (bytes: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: longText(bytes / count)
  }))

const WIDE = [{ role: 'user', content: '\u754c'.repeat(3_900_000) }]

test.each<[string, () => Promise<Response>]>([
  [
    'a long unknown field in the audit log',
    prepared('/api/v1/sites/initialize', { x: 'a'.repeat(65_000) }, () => ada.token.access_token)
  ],
  [
    'a picture of blanks and a mark',
    prepared('/flux/images', {
      action: 'edit',
      prompt: 'x',
      image_url: `${' '.repeat(4_000_000)}!`,
      async: true
    })
  ],
  ['a question of 12 MB', prepared('/v1/chat/completions', { model: 'gpt-6-sol', messages: WIDE })]
])('%s does not block the event loop', async (_, ask) => {
  await (await ask()).text()
  expect(await usualTurn(MAX_BLOCK, async () => (await ask()).text())).toBeLessThanOrEqual(
    MAX_BLOCK
  )
})

longTest(
  'no call on a conversation of 2 MB blocks the event loop',
  { timeout: 120_000 },
  async () => {
    const messages = messagesFor(1_900_000, 60)
    const blocked: Record<string, number> = {}
    let id = ''
    blocked['import'] = await usualTurn(
      MAX_BLOCK,
      async () => ({ id } = await json<Conversation>(chat({ action: 'import', messages })))
    )
    blocked['retrieve'] = await usualTurn(MAX_BLOCK, () =>
      chat({ action: 'retrieve', id }).then(answer => answer.text())
    )
    for (let more = 0; more < 3; more++) await json(chat({ action: 'import', messages }))
    blocked['retrieve_batch'] = await usualTurn(MAX_BLOCK, () =>
      chat({ action: 'retrieve_batch' }).then(answer => answer.text())
    )
    blocked['update'] = await usualTurn(MAX_BLOCK, async () =>
      json(chat({ action: 'update', id, messages: messages.slice(0, 30) }))
    )
    studio.context.clock.advance(7_200_000)
    await json(chat({ action: 'delete', id }))
    studio.context.clock.advance(7_200_000)
    blocked['sweep'] = await usualTurn(MAX_BLOCK, () =>
      sweepDeleted(studio.context.database.db, studio.context.clock.now())
    )
    expect(Object.entries(blocked).filter(([, turn]) => turn > MAX_BLOCK)).toEqual([])
    const left = await studio.context.database.db
      .selectFrom('conversation')
      .select('id')
      .where('deleted_at', 'is not', null)
      .execute()
    expect(left).toEqual([])
  }
)
