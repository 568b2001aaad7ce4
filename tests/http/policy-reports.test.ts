import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPolicyReports } from '#servers/platform/policy-reports/reports.ts'
import { handClock } from '../support/clock.ts'
import { openStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
beforeAll(async () => {
  studio = await openStudio()
})
afterAll(() => studio.close())

const send = (body: string): Promise<Response> =>
  studio.call('/api/v1/policy-reports', {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body
  })

const REPORT = {
  'document-uri': 'https://studio.example/flux?code=secret',
  'violated-directive': "script-src 'self'",
  'blocked-uri': 'https://evil.example/x.js?token=secret',
  'script-sample': 'alert(1)'
}

test('a report of a browser is accepted from anybody', async () => {
  const answer = await send(JSON.stringify({ 'csp-report': REPORT }))
  expect([answer.status, await answer.text()]).toEqual([204, ''])
})

test.each([
  ['nothing', '', 400],
  ['no report', '{}', 400],
  ['a list', '[]', 400],
  ['no JSON', 'csp', 400],
  ['numbers', '{"csp-report":{"blocked-uri":1}}', 400],
  ['a long address', JSON.stringify({ 'csp-report': { 'blocked-uri': 'x'.repeat(5000) } }), 400],
  ['much', JSON.stringify({ 'csp-report': { more: 'x'.repeat(70_000) } }), 413]
])('%s is refused', async (_, body, status) => {
  expect((await send(body)).status).toBe(status)
})

let logged: object[]
const clock = handClock()
const log = { warn: (facts: object) => void logged.push(facts) } as never
beforeEach(() => {
  logged = []
})

test('the log gets no secrets of an address, and equal reports once an hour', () => {
  const reports = createPolicyReports({ clock, log })
  reports.note({ 'csp-report': REPORT })
  reports.note({ 'csp-report': { ...REPORT, 'blocked-uri': 'https://evil.example/other.js' } })
  expect(logged).toEqual([
    { directive: 'script-src', blocked: 'https://evil.example', page: '/flux' }
  ])
  clock.advance(3_600_000)
  reports.note({ 'csp-report': { ...REPORT, 'blocked-uri': 'inline' } })
  reports.note({ 'csp-report': { 'blocked-uri': 'data:text/plain,x' } })
  reports.note({ 'csp-report': REPORT })
  expect(logged.slice(1)).toEqual([
    { directive: 'script-src', blocked: 'inline', page: '/flux' },
    { directive: '', blocked: 'data:', page: '' },
    { directive: 'script-src', blocked: 'https://evil.example', page: '/flux' }
  ])
})

test('a stranger cannot fill the log', () => {
  const reports = createPolicyReports({ clock, log })
  for (let turn = 0; turn < 1000; turn++)
    reports.note({ 'csp-report': { ...REPORT, 'document-uri': `https://studio.example/${turn}` } })
  expect(logged).toHaveLength(100)
})
