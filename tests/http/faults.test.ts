import { expect, test } from 'vitest'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'
import { FULL_DOSE, shareOf } from '../support/dose.ts'
import { killChats, killWorkers } from '../support/faults.ts'

/** Small, seeded doses; `npm run faults` runs the full ones. */
const [KILLS, TASKS] = FULL_DOSE ? [3, 40] : [2, 12]
const kind: DatabaseKind = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite'

async function servers(): Promise<void> {
  const report = await killChats(kind, KILLS, 20261121)
  expect(report).toMatchObject({ kills: KILLS, unfinished: 0, disagreements: [] })
  expect(report.runs).toBeGreaterThan(3)
  expect(report.states['failed'], 'something was really cut off').toBeGreaterThan(0)
}

async function workers(): Promise<void> {
  const report = await killWorkers(kind, TASKS, 7)
  expect(report).toMatchObject({ runs: TASKS, unfinished: 0, disagreements: [] })
  expect(Math.max(...report.submissions)).toBe(1)
  expect(report.kills).toBeGreaterThan(0)
}

test.each(
  shareOf([
    [
      'killing a server again and again under load leaves no open run, wrong book or double charge',
      servers
    ],
    ['tasks whose workers are killed all end and are submitted once, and the books agree', workers]
  ] as const)
)('%s', { timeout: 90_000 }, (_, killed) => killed())
