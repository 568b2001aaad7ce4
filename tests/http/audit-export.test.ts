import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withAudit } from '#servers/lib/audit.ts'
import { checkDatabase } from '#servers/operation/doctor/database.ts'
import type { DoctorNeeds } from '#servers/operation/doctor/findings.ts'
import { handClock } from '../support/clock.ts'
import { refusal } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** Changes to export: more than are read at a time. */
const CHANGES = 260
const DAY = 86_400_000

type Line = {
  position: number
  event: string
  id: string
  created_at: string
  digest: string
  previous: string
  hash: string
  entry?: Record<
    'user_id' | 'origin' | 'method' | 'path' | 'target' | 'changes' | 'trace_id' | 'salt',
    string
  >
}
type End = { head: { position: number; hash: string }; exported_at: string }

let studio: TestStudio
let ada: TestPerson
let first = ''
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  const { context } = studio
  const earlier = { ...context, clock: handClock(context.clock.now() - 2 * DAY) }
  first = new Date(earlier.clock.now()).toISOString().slice(0, 10)
  const route = { method: 'put', path: '/api/v1/packages/{id}' } as never
  const input = { params: { id: '1' }, body: { price: 3 } }
  const change = { route, userId: ada.application.user_id, origin: '', input, traceId: 'trace' }
  for (let index = 0; index < CHANGES; index++)
    await withAudit(earlier, change, () => Promise.resolve())
  await json(
    studio.call('/api/v1/packages/', {
      json: { type: 'Usage', amount: 7, price: 3 },
      token: ada.token.access_token
    })
  )
})
afterAll(() => studio.close())

async function exported(query = ''): Promise<{ lines: Line[]; end: End }> {
  const answer = await studio.call(`/api/v1/operation/audit/export?${query}`, {
    token: ada.token.access_token
  })
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(/"audit-\d{4}-\d\d-\d\d\.jsonl"$/)
  const lines = (await answer.text()).trimEnd().split('\n')
  const end = JSON.parse(lines.pop() ?? '') as End
  return { lines: lines.map(line => JSON.parse(line) as Line), end }
}

/** Checks a file without our code, as docs/security.md describes it. */
function isWhole(lines: readonly Line[]): boolean {
  const hashOf = (fields: unknown[]): string =>
    createHash('sha256').update(JSON.stringify(fields)).digest('hex')
  return lines.every((line, index) => {
    const { position, event, id, digest, previous, hash, entry } = line
    const time = Date.parse(line.created_at)
    const before = lines[index - 1]
    if (before !== undefined && (before.hash !== previous || before.position + 1 !== position))
      return false
    if (entry !== undefined) {
      const { salt, user_id, origin, method, path, target, changes, trace_id } = entry
      const fields = [salt, id, user_id, origin, method, path, target, changes, trace_id, time]
      if (hashOf(fields) !== digest) return false
    }
    return hashOf([previous, position, id, event, digest, time]) === hash
  })
}

test('an exported log can be checked from the file alone, and names its head', async () => {
  const { lines, end } = await exported()
  expect(lines).toHaveLength(2 * (CHANGES + 1))
  expect(lines[0]).toMatchObject({ position: 1, event: 'begun', previous: '' })
  expect(lines[0]?.entry).toMatchObject({ user_id: ada.application.user_id, method: 'put' })
  expect(isWhole(lines)).toBe(true)
  expect(end.head).toEqual({ position: lines.length, hash: lines.at(-1)?.hash })
  const changed = lines.map(line => ({ ...line, ...(line.position === 9 && { event: 'done' }) }))
  expect(isWhole(changed.toReversed())).toBe(false)
})

test('a period is exported without gaps', async () => {
  const { lines, end } = await exported(`from=${first}&to=${first}`)
  expect(lines).toHaveLength(2 * CHANGES)
  expect(isWhole(lines)).toBe(true)
  expect(end.head.position).toBe(2 * (CHANGES + 1))
  const later = await exported(
    `from=${new Date(Date.parse(first) + DAY).toISOString().slice(0, 10)}&to=`
  )
  expect(later.lines.map(({ position }) => position)).toEqual([2 * CHANGES + 1, 2 * CHANGES + 2])
  expect((await exported('from=2020-01-01&to=2020-01-02')).lines).toEqual([])
})

test('only operators export the log', async () => {
  const eve = await person(studio)
  const call = (token: string) => studio.call('/api/v1/operation/audit/export', { token })
  expect(await refusal(call(eve.token.access_token))).toEqual([403, 'forbidden'])
  expect((await call(ada.credential.token)).status).toBe(401)
})

test('the doctor names an entry that was changed', async () => {
  const { database, config, secrets } = studio.context
  const examine = () =>
    checkDatabase({
      config,
      secrets,
      clocks: new Map(),
      now: Date.now,
      slowQuery: 1e6
    } as DoctorNeeds)
  expect(await examine()).toMatchObject([{ state: 'ok' }])
  await database.db.updateTable('audit').set({ changes: '{}' }).execute()
  expect(await examine()).toMatchObject([
    { state: 'failed', says: expect.stringContaining('The audit log was changed. Entry ') }
  ])
})
