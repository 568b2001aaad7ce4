import { expect, test } from 'vitest'
import type { DatabaseKind } from '#servers/lib/database/database.ts'
import { killChats, killWorkers } from '../support/faults.ts'

/** Small, seeded doses; `npm run faults` gives the full ones. */
const kind: DatabaseKind = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite'

test(
  'a server killed under load three times: everything ends, the books agree, nothing is charged twice',
  { timeout: 90_000 },
  async () => {
    const report = await killChats(kind, 3, 20261121)
    expect(report).toMatchObject({ kills: 3, unfinished: 0, disagreements: [] })
    expect(report.runs).toBeGreaterThan(3)
    expect(report.states['failed'], 'something was really cut off').toBeGreaterThan(0)
  }
)

test('forty tasks whose workers are killed: all end, none is handed over twice, the books agree', { timeout: 90_000 }, async () => {
  const report = await killWorkers(kind, 40, 7)
  expect(report).toMatchObject({ runs: 40, unfinished: 0, disagreements: [] })
  expect(Math.max(...report.submissions)).toBe(1)
  expect(report.kills).toBeGreaterThan(0)
})
