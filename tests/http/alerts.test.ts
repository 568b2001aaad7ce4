import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json as readJson } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Overview } from '#contract/operation.ts'
import { findAlerts, type AlertMeans } from '#servers/alerts/find-alerts.ts'
import { lookForAlerts } from '#servers/alerts/watch.ts'
import { storeBackupState } from '#servers/backup-state.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { storeMeta } from '#servers/lib/meta.ts'
import { handClock } from '../support/clock.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

const GB = 1024 ** 3
const DAY = 86_400_000
const HUB = 'https://studio.example'

/** Means by which everything is well. */
const WELL: AlertMeans = {
  measureDisk: async () => ({ free: 50 * GB, total: 100 * GB }),
  certificateEnd: async () => clock.now() + 60 * DAY
}
const FULL: AlertMeans = { ...WELL, measureDisk: async () => ({ free: GB / 2, total: 100 * GB }) }

type Posted = { text: string; begun: object[]; ended: object[] }

let clock = handClock()
let studio: TestStudio
let hook: Server
let posted: Posted[] = []
let status = 200
let ada: TestPerson
/** A run, of which others are copies. */
let template: RunRow
beforeEach(async () => {
  clock = handClock()
  posted = []
  status = 200
  hook = createServer((request, response) => {
    void readJson(request).then(body => {
      posted.push(body as Posted)
      response.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(hook, 'listening')
  studio = await openStudio({
    clock,
    environment: {
      ALERT_WEBHOOK_URL: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hooks/1`,
      ALLOWED_ORIGINS: HUB,
      BACKUP_DIR: '/backups'
    }
  })
  ada = await person(studio, 'ada@example.com')
  const answer = await studio.call('/aichat/conversations', {
    json: { model: 'gpt-6-sol', question: 'Hello' },
    token: ada.credential.token
  })
  await answer.text()
  const { db } = studio.context.database
  template = await db.selectFrom('run').selectAll().executeTakeFirstOrThrow()
  await db.deleteFrom('run').execute()
})
afterEach(async () => {
  await studio.close()
  hook.close()
})

/** Adds copies of the run with some changes. */
async function addRuns(count: number, changes: Partial<RunRow>): Promise<void> {
  const rows = Array.from({ length: count }, () => ({ ...template, ...changes, id: randomUUID() }))
  await studio.context.database.db.insertInto('run').values(rows).execute()
}

const endRuns = (service: string, state: RunRow['state'], count: number): Promise<void> =>
  addRuns(count, { service, state, finished_at: clock.now() - 1000 })

/** Looks as the watch does, five minutes after the last look. */
async function look(means: AlertMeans): Promise<void> {
  clock.advance(5 * 60_000)
  await lookForAlerts(studio.context, means)
}

/** Reads the emails whose subject has these words. */
async function mailsWith(words: string): Promise<string[]> {
  const folder = join(studio.context.config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  return mails.filter(mail => mail.includes(words))
}

test('a studio where all is well has no alert', async () => {
  await endRuns('flux', 'succeeded', 20)
  await endRuns('kling', 'failed', 4)
  expect(await findAlerts(studio.context, WELL)).toEqual([])
})

test('each kind of problem is found', async () => {
  const { context } = studio
  const { db } = context.database
  await endRuns('flux', 'failed', 6)
  await endRuns('flux', 'succeeded', 5)
  await endRuns('suno', 'failed', 6)
  await endRuns('suno', 'succeeded', 6)
  const late = { deadline_at: clock.now() - 3_600_000, finished_at: null }
  await addRuns(1, { service: 'kling', state: 'running', ...late })
  await storeBackupState(context, { failedAt: 1, drillFailedAt: 2 })
  const last = { at: clock.now(), took: 1, disagreements: 3 }
  await storeMeta(db, 'ledger_check', JSON.stringify({ began: 1, last }))
  const end = clock.now() + 13 * DAY
  const found = await findAlerts(context, { ...FULL, certificateEnd: async () => end })
  expect(found).toEqual([
    { kind: 'failures', subject: 'flux', value: '6/11' },
    { kind: 'stuck', subject: '', value: '1' },
    { kind: 'disk', subject: '', value: String(GB / 2) },
    { kind: 'certificate', subject: 'studio.example', value: String(end) },
    { kind: 'backup', subject: '', value: '1' },
    { kind: 'drill', subject: '', value: '2' },
    { kind: 'ledger', subject: '', value: '3' }
  ])
})

test('a check that fails hides no other problem', async () => {
  const means: AlertMeans = {
    measureDisk: () => Promise.reject(new Error('no such folder')),
    certificateEnd: () => Promise.reject(new Error('nobody answers'))
  }
  await endRuns('flux', 'failed', 6)
  expect(await findAlerts(studio.context, means)).toHaveLength(1)
})

test('operators are told once when a problem begins, and once when it is over', async () => {
  await look(FULL)
  await look(FULL)
  expect(posted).toEqual([
    {
      site: '',
      text: 'Polymuse\nProblem: the disk has 0.5 GB left',
      content: 'Polymuse\nProblem: the disk has 0.5 GB left',
      begun: [
        {
          kind: 'disk',
          subject: '',
          value: String(GB / 2),
          since: new Date(clock.now() - 300_000).toISOString()
        }
      ],
      ended: []
    }
  ])
  await expect.poll(() => mailsWith('Something needs your attention')).toHaveLength(1)
  const { alerts } = await json<Overview>(
    studio.call('/api/v1/operation/overview', { token: ada.token.access_token })
  )
  expect(alerts).toMatchObject([{ kind: 'disk', value: String(GB / 2) }])
  await look(WELL)
  expect(posted).toHaveLength(1)
  await look(WELL)
  expect(posted[1]).toMatchObject({ begun: [], ended: [{ kind: 'disk' }] })
  await expect.poll(() => mailsWith('A problem has been resolved')).toHaveLength(1)
  await look(FULL)
  expect(posted).toHaveLength(3)
})

test('a problem that is gone for one look only is not told again', async () => {
  await look(FULL)
  await look(WELL)
  await look(FULL)
  await look(WELL)
  expect(posted).toHaveLength(1)
})

test('of two processes that look at the same time, one tells', async () => {
  clock.advance(300_000)
  await Promise.all([lookForAlerts(studio.context, FULL), lookForAlerts(studio.context, FULL)])
  expect(posted).toHaveLength(1)
})

test('an address that refuses, or that nobody answers, stops nothing', async () => {
  status = 500
  await look(FULL)
  hook.close()
  hook.closeAllConnections()
  await endRuns('flux', 'failed', 6)
  await look(FULL)
  await expect.poll(() => mailsWith('Something needs your attention')).toHaveLength(2)
})
