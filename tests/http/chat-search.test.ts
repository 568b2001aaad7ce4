import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { idOf } from '../support/account.ts'
import { writeConversation } from '../support/conversations.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson

function search(
  words: string,
  more: Record<string, unknown> = {}
): Promise<{ items: Conversation[]; count: number }> {
  const body = { action: 'retrieve_batch', with_messages: false, search: words, ...more }
  return json(studio.call('/aichat/conversations', { json: body, token: ada.credential.token }))
}
const titles = async (words: string, more = {}): Promise<string[]> =>
  (await search(words, more)).items.map(({ title }) => title)
/** Returns the first match with the matched words in brackets. */
async function firstMatch(words: string): Promise<string> {
  const { text = '', start = 0, end = 0 } = (await search(words)).items[0]?.found ?? {}
  return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`
}

beforeAll(async () => {
  studio = await openStudio()
  const eve = await person(studio)
  ada = await person(studio)
  const { db } = studio.context.database
  const [mine, hers] = [await idOf(studio, ada), await idOf(studio, eve)]
  let at = 1000
  const write = (title: string, ...said: string[]) =>
    writeConversation(db, mine, { title, said, at: at++ })
  await write(
    'Reise nach Österreich',
    'Wie weit ist es nach Größenwahn?',
    'Zur STRASSE der Bären, 100% sicher: a_b\\c.'
  )
  await write('北京旅行', '我想去长城看看', '长城在北京的北边。')
  await write('東京の天気', '明日の東京は雨ですか', 'はい、雨でしょう。')
  await write(
    'Quotes',
    'He said "NEAR the sea" AND left*',
    'x'.repeat(300) + ' needle in the hay ' + 'y'.repeat(300)
  )
  await write('A needle', 'nothing else')
  await write('Later', 'a needle here and a needle there', 'a NEEDLE again')
  await write('Emoji 👩‍🚀', 'two 👍🏽 thumbs ' + '🚀'.repeat(90) + 'moon' + '🌙'.repeat(90))
  await write('Οδύσσεια', 'Ο ΟΔΥΣΣΕΑΣ ΕΦΤΑΣΕ', 'Ο Οδυσσέας')
  await write('Grok says', 'needle')
  await db
    .updateTable('conversation')
    .set({ model: 'grok-4' })
    .where('title', '=', 'Grok says')
    .execute()
  await writeConversation(db, hers, {
    title: '北京 needle Österreich',
    said: ['长城 needle Bären ö', 'zz'],
    at: 9000
  })
})
afterAll(() => studio.close())

test.each([
  ['長', []],
  ['长城', ['北京旅行']],
  ['我想去长城', ['北京旅行']],
  ['東京は雨', ['東京の天気']],
  ['東京', ['東京の天気']],
  ['雨', ['東京の天気']],
  ['でしょう', ['東京の天気']],
  ['österreich', ['Reise nach Österreich']],
  ['ÖSTERREICH', ['Reise nach Österreich']],
  ['bären', ['Reise nach Österreich']],
  ['BÄ', ['Reise nach Österreich']],
  ['Ä', ['Reise nach Österreich']],
  ['straSSe der', ['Reise nach Österreich']],
  ['  Größenwahn  ', ['Reise nach Österreich']],
  ['οδυσσεας', ['Οδύσσεια']],
  ['ΟΔΥΣΣΕΑΣ ΕΦ', ['Οδύσσεια']],
  ['zz', []]
])(
  '%s is found in any language and case, and only in the user’s own conversations',
  async (words, found) => {
    expect(await titles(words)).toEqual(found)
    expect((await search(words)).count).toBe(found.length)
  }
)

test('each conversation is listed once: matches in titles first, then newest first, paged and by group', async () => {
  expect(await titles('needle')).toEqual(['A needle', 'Grok says', 'Later', 'Quotes'])
  expect(await titles('needle', { model_group: 'chatgpt' })).toEqual([
    'A needle',
    'Later',
    'Quotes'
  ])
  expect(await search('needle', { limit: 2, offset: 1 })).toMatchObject({
    items: [{ title: 'Grok says' }, { title: 'Later' }],
    count: 4
  })
})

test('a match is shown on one line with some words around it', async () => {
  expect(await firstMatch('needle')).toBe('A [needle]')
  expect(await firstMatch('长城')).toBe('[长城]在北京的北边。')
  const { items } = await search('needle in the')
  const { text = '', start = 0, end = 0 } = items[0]?.found ?? {}
  expect(text).toMatch(/^…x{39} needle in the hay y+…$/)
  expect([text.slice(start, end), text.length]).toEqual(['needle in the', 122])
  const emoji = (await search('moon')).items[0]?.found
  expect(emoji?.text.slice(emoji.start, emoji.end)).toBe('moon')
  expect(emoji?.text.isWellFormed()).toBe(true)
})

describe('hostile search words', () => {
  test.each([
    ['"', ['Quotes']],
    ['"NEAR the', ['Quotes']],
    ['AND left*', ['Quotes']],
    ['100%', ['Reise nach Österreich']],
    ['%', ['Reise nach Österreich']],
    ['a_b', ['Reise nach Österreich']],
    ['_', ['Reise nach Österreich']],
    ['b\\c', ['Reise nach Österreich']],
    ['\\', ['Reise nach Österreich']],
    ['👍🏽', ['Emoji 👩‍🚀']],
    ['👩‍🚀', ['Emoji 👩‍🚀']],
    ['👍', ['Emoji 👩‍🚀']],
    ['NEAR(the sea)', []],
    ['" OR "', []],
    ['text:needle', []],
    ['^needle', []],
    ['needle -sea', []],
    ["'; drop table passage; --", []],
    ['\ud83d\ud83d\ud83d', []],
    ['.*', []],
    ['\tx\n', ['Quotes']],
    ['x\t\u2028x', []],
    ['n'.repeat(200), []],
    ['👾'.repeat(100), []]
  ])('%j are treated as plain words', async (words, found) => {
    expect(await titles(words)).toEqual(found)
  })

  test('with a NUL or more than 200 characters are refused', async () => {
    for (const words of ['a\0b', 'n'.repeat(201)]) {
      const body = { action: 'retrieve_batch', search: words }
      expect(
        (await studio.call('/aichat/conversations', { json: body, token: ada.credential.token }))
          .status
      ).toBe(400)
    }
  })

  test('that are only spaces count as no search', async () => {
    expect((await search('   ')).count).toBe((await search('')).count)
  })
})

test('question, answer and current title are found', async () => {
  const ask = { question: 'Marmalade for Zürich [sandbox:tokens=30]', model: 'gpt-5-all' }
  const { frames: found, text } = await frames(
    await studio.call('/aichat/conversations', { json: ask, token: ada.credential.token })
  )
  const id = String(found[0]?.['id'])
  const ids = async (words: string): Promise<string[]> =>
    (await search(words)).items.map(item => item.id)
  expect(await ids('zürich')).toEqual([id])
  expect(await ids(text.trim().slice(0, 25))).toContain(id)
  const rename = { action: 'update', id, title: 'Breakfast plans' }
  await json(studio.call('/aichat/conversations', { json: rename, token: ada.credential.token }))
  expect((await search('breakfast')).items[0]?.found).toEqual({
    text: 'Breakfast plans',
    start: 0,
    end: 9
  })
  expect(await ids('marmalade')).toEqual([id])
})
