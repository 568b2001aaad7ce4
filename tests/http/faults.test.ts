import { expect, test } from 'vitest'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'
import { FULL_DOSE } from '../support/dose.ts'
import { killChats, killWorkers } from '../support/faults.ts'

/** Small, seeded doses; `npm run faults` runs the full ones. */
const [KILLS, TASKS] = FULL_DOSE ? [3, 40] : [1, 8]
const kind: DatabaseKind = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite'

type Fault = 'servers' | 'workers'

const KILLED: Record<Fault, () => Promise<void>> = {
  async servers() {
    const report = await killChats(kind, KILLS, 20261121)
    expect(report).toMatchObject({ kills: KILLS, unfinished: 0, disagreements: [] })
    expect(report.runs).toBeGreaterThan(3)
    expect(report.states['failed'], 'something was really cut off').toBeGreaterThan(0)
  },
  async workers() {
    const report = await killWorkers(kind, TASKS, 7)
    expect(report).toMatchObject({ runs: TASKS, unfinished: 0, disagreements: [] })
    expect(Math.max(...report.submissions)).toBe(1)
    expect(report.kills).toBeGreaterThan(0)
  }
}

test.each<[string, Fault]>([
  ['a chat ends, is charged once and agrees with the books', 'servers'],
  ['a task ends, is submitted once and agrees with the books', 'workers']
])('%s although %s are killed under load', { timeout: 300_000 }, async (_, fault) => {
  await expect(KILLED[fault]()).resolves.toBeUndefined()
})
