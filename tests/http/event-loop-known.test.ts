import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { sweepDeleted } from '#servers/api/chat/forget.ts'
import { bodyInPieces, usualTurn } from '../support/loop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** Milliseconds for which one request may hold the event loop. */
const MOST = 50

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
})
afterAll(() => studio.close())

/** A call whose body is ready before it is measured. */
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
const words = (length: number): string =>
  Array.from(
    { length: length / 10 },
    (_, index) => `${((index * 7919) % 1e6).toString(36).padEnd(9, 'q')} `
  ).join('')
const talk = (bytes: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: words(bytes / count)
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
  ['a question of 12 MB', prepared('/v1/chat/completions', { model: 'gpt-4o', messages: WIDE })]
])('%s holds nobody up', async (_, ask) => {
  await (await ask()).text()
  expect(await usualTurn(MOST, async () => (await ask()).text())).toBeLessThanOrEqual(MOST)
})

test(
  'a conversation of 2 MB is brought, read, listed, changed and deleted without holding anybody up',
  { timeout: 120_000 },
  async () => {
    const messages = talk(1_900_000, 60)
    const held: Record<string, number> = {}
    let id = ''
    held['import'] = await usualTurn(
      MOST,
      async () => ({ id } = await json<Conversation>(chat({ action: 'import', messages })))
    )
    held['retrieve'] = await usualTurn(MOST, () =>
      chat({ action: 'retrieve', id }).then(answer => answer.text())
    )
    for (let more = 0; more < 3; more++) await json(chat({ action: 'import', messages }))
    held['retrieve_batch'] = await usualTurn(MOST, () =>
      chat({ action: 'retrieve_batch' }).then(answer => answer.text())
    )
    held['update'] = await usualTurn(MOST, async () =>
      json(chat({ action: 'update', id, messages: messages.slice(0, 30) }))
    )
    studio.context.clock.advance(7_200_000)
    await json(chat({ action: 'delete', id }))
    studio.context.clock.advance(7_200_000)
    held['sweep'] = await usualTurn(MOST, () =>
      sweepDeleted(studio.context.database.db, studio.context.clock.now())
    )
    expect(Object.entries(held).filter(([, turn]) => turn > MOST)).toEqual([])
    const left = await studio.context.database.db
      .selectFrom('conversation')
      .select('id')
      .where('deleted_at', 'is not', null)
      .execute()
    expect(left).toEqual([])
  }
)
