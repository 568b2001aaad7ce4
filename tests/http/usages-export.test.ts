import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportUsages } from '#servers/platform/usages/export.ts'
import { randomRuns, runOf, writeRuns } from '../support/runs.ts'
import { strictCsv } from '../support/strict-csv.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let now: number
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  now = studio.context.clock.now()
})
afterAll(() => studio.close())

const reader = ({ application }: TestPerson) => ({
  userId: application.user_id,
  locale: 'en' as const
})
const exported = async (someone: TestPerson, query = ''): Promise<string> => {
  const answer = await studio.call(`/api/v1/usage/export?${query}`, {
    token: someone.token.access_token
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present'
  ])
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="usage-${new Date(now).toISOString().slice(0, 10)}.csv"`
  )
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  return new TextDecoder().decode(bytes)
}

test('a CSV file has every receipt once, newest first, in pages that a strict reader accepts', async () => {
  const runs = randomRuns(ada, 5, 1234, [now - 1000, now])
  await writeRuns(studio.context, runs)
  const rows = strictCsv(await exported(ada))
  expect(rows.map(({ id }) => id).toSorted()).toEqual(runs.map(({ id }) => id).toSorted())
  const times = rows.map(each => each['created_at'] ?? '')
  expect(times).toEqual(times.toSorted().toReversed())
  const charged = (list: readonly unknown[]): number =>
    list.reduce<number>((sum, value) => sum + Math.round(Number(value) * 1e6), 0)
  expect(charged(rows.map(each => each['deducted_amount']))).toBe(
    runs.reduce((sum, { charged: one }) => sum + one, 0)
  )
  const failed = strictCsv(await exported(ada, 'state=FAILED'))
  expect(failed).toHaveLength(runs.filter(({ state }) => state === 'failed').length)
  expect(strictCsv(await exported(ada, 'created_at_max=2020-01-01'))).toEqual([])
})

test('no cell is a formula or has a line break, and amounts are plain digits', async () => {
  const eve = await person(studio)
  const names = [
    '=HYPERLINK("http://x")',
    '+1',
    '-1',
    '@a',
    ' =1',
    '\u{ff1d}1',
    'a,"b"\u2028c',
    '名前 ключ'
  ]
  for (const name of names) {
    const body = { application_id: eve.application.id, name }
    const key = await json<{ id: string }>(
      studio.call('/api/v1/credentials/', { json: body, token: eve.token.access_token })
    )
    const request = JSON.stringify({ model: `=${name}\r\n` })
    await writeRuns(studio.context, [
      runOf(eve, { credential_id: key.id, charged: 1, held: 3, created_at: now, request })
    ])
  }
  const rows = strictCsv(await exported(eve))
  const kept = rows.map(each => each['credential_name'] ?? '')
  expect(kept.toSorted()).toEqual(
    names.map(name => (/^\s*[=+\-@\u{ff1d}]/u.test(name) ? `'${name.trim()}` : name)).toSorted()
  )
  for (const { deducted_amount, returned_amount, model = '' } of rows) {
    expect([deducted_amount, returned_amount, model[0]]).toEqual(['0.000001', '0.000002', "'"])
  }
})

test('if there are too many receipts, the newest are written, and the last line says so', async () => {
  const text = await new Response(
    exportUsages(studio.context.database.db, { ...reader(ada), locale: 'de' }, {}, 700)
  ).text()
  const rows = strictCsv(text)
  expect(rows).toHaveLength(701)
  expect(rows.at(-1)?.['id']).toMatch(/700 Belege/)
  const more = await new Response(
    exportUsages(studio.context.database.db, { ...reader(ada), locale: 'de' }, {}, 1200)
  ).text()
  expect(strictCsv(more).at(-1)?.['id']).toMatch(/1\.200 Belege/)
  const all = await new Response(
    exportUsages(studio.context.database.db, reader(ada), {}, 1234)
  ).text()
  expect(strictCsv(all)).toHaveLength(1234)
})

test('other calls run between the pages, and the work stops when the reader disconnects', async () => {
  let turns = 0
  const written = new AbortController()
  const others = async (): Promise<void> => {
    for (; !written.signal.aborted; turns++) await setImmediate()
  }
  const waiting = others()
  await exported(ada)
  written.abort()
  await waiting
  expect(turns).toBeGreaterThan(2)
  const stream = exportUsages(studio.context.database.db, reader(ada), {})
  const pieces = stream.getReader()
  await pieces.read()
  await pieces.cancel()
  expect((await pieces.read()).done).toBe(true)
})
