import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, type SignedUp } from '../../scripts/budget-person.ts'
import { startStudio, visit } from '../support/process.ts'
import { wordsOf } from '../support/words.ts'

let studio: Awaited<ReturnType<typeof startStudio>>
let operator: SignedUp
let other: SignedUp
beforeAll(async () => {
  studio = await startStudio()
  operator = await signUp(studio.url)
  other = await signUp(studio.url, 'eve@example.com')
})
afterAll(() => studio.stop())

const open = (path: string, { session }: Pick<SignedUp, 'session'>) =>
  visit(studio.url + path, { headers: { cookie: session } })

test('an operator downloads the log of a period from the page', async () => {
  const { status, text } = await open('/de/operator/audit', operator)
  expect(status).toBe(200)
  expect(text).toContain('action="/de/operator/audit/export"')
  expect(text).toContain(wordsOf('de')('operator.audit.export'))
  const file = await open('/de/operator/audit/export?from=&to=', operator)
  expect([file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([
    200,
    'application/x-ndjson; charset=utf-8',
    'no-store'
  ])
  const lines = file.text.trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ head: { position: lines.length - 1 } })
})

test('a wrong day and other users get no file', async () => {
  const wrong = await open('/operator/audit/export?from=x', operator)
  expect([wrong.status, wrong.headers['location']]).toEqual([302, '/operator/audit'])
  for (const visitor of [other, { session: '' }])
    expect((await open('/operator/audit/export', visitor)).status).toBe(302)
})
