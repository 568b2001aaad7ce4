import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runPeriodicWork } from '#servers/platform/periods/keep-time.ts'
import { DAY, pass, refund } from '../support/money.ts'
import { buy, packageOf, periodPlan } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let operator: TestPerson
let ada: TestPerson
let plan: string
beforeEach(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '0' } })
  operator = await person(studio)
  ada = await person(studio)
  plan = (await periodPlan(studio, ada)).id
})
afterEach(() => studio.close())

/** Counts Ada's emails that contain this text. */
async function mailsWith(words: string): Promise<number> {
  const folder = join(studio.context.config.dataDir, 'outbox')
  const all = await Promise.all(
    (await readdir(folder)).map(name => readFile(join(folder, name), 'utf8'))
  )
  return all.filter(mail => mail.startsWith(`To: ${ada.email}\r\n`) && mail.includes(words)).length
}
const renewals = (): Promise<number> => mailsWith(`/console/applications/${plan}/subscribe`)

/** Advances the time, and lets several processes look for ended periods at once. */
async function days(count: number): Promise<void> {
  await pass(studio, count * DAY, ada, operator)
  await Promise.all([
    runPeriodicWork(studio.context),
    runPeriodicWork(studio.context),
    runPeriodicWork(studio.context)
  ])
}

test.each([
  [20, 7, 1],
  [100, 30, 3]
])(
  'the end of a plan of %i credits for %i days is announced %i days before, once',
  async (amount, length, ahead) => {
    await buy(studio, ada, (await packageOf(studio, amount)).id, { application_id: plan })
    await days(length - ahead - 0.01)
    expect(await renewals()).toBe(0)
    await days(0.01)
    expect(await renewals()).toBe(1)
    await days(0.5)
    await days(3)
    expect(await renewals()).toBe(1)
  }
)

test('the end is announced only for the last of several periods', async () => {
  const week = await packageOf(studio, 20)
  await buy(studio, ada, week.id, { application_id: plan })
  await buy(studio, ada, week.id, { application_id: plan })
  await days(6.5)
  expect(await renewals()).toBe(0)
  await days(6.5)
  expect(await renewals()).toBe(1)
})

test('the end of a refunded period is not announced', async () => {
  const order = await buy(studio, ada, (await packageOf(studio, 20)).id, { application_id: plan })
  await json(refund(studio, operator, order))
  await days(6.5)
  expect(await renewals()).toBe(0)
  expect(await mailsWith(order.id)).toBe(2)
})

test('a buyer gets one receipt, even if they never open the page of their order', async () => {
  const order = await buy(studio, ada, (await packageOf(studio, 10)).id)
  await days(0)
  expect(await mailsWith(order.id)).toBe(1)
})
