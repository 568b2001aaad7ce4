import { idOf } from '../../tests/support/account.ts'
import { writeMany } from '../../tests/support/conversations.ts'
import {
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../../tests/support/studio.ts'
import { doseOf } from './dose.ts'
import { medianOf } from './median.ts'

const [FEW, MANY] = [10, doseOf(10_000, 100)]

/** Number of requests for each list. */
const RUNS = doseOf(101, 3)

/** The request that the hub sends for the list of a group. */
const CALL = {
  action: 'retrieve_batch',
  limit: 40,
  offset: 0,
  with_messages: false,
  counted: false,
  model_group: 'chatgpt'
}

/**
 * Measures how long the first page of a long list of conversations takes, compared with a short
 * list. One server in this process answers the requests for the two lists in turns.
 * @returns a line to print; times in milliseconds
 */
export async function measureList(): Promise<string> {
  const studio = await openStudio()
  try {
    const [few, many] = [await personWith(studio, FEW), await personWith(studio, MANY)]
    const times: [number[], number[]] = [[], []]
    for (let run = 0; run < RUNS; run++) {
      times[0].push(await timeOf(studio, few))
      times[1].push(await timeOf(studio, many))
    }
    const [short, long] = times.map(medianOf) as [number, number]
    const sizes = `${MANY.toLocaleString('en')} to ${FEW} conversations`
    return `list, first page, ${sizes}: ${(long / short).toFixed(2)}× (${long.toFixed(2)} ms to ${short.toFixed(2)} ms)`
  } finally {
    await studio.close()
  }
}

/** Creates a user with `count` conversations, half of them for each of two models. */
async function personWith(studio: TestStudio, count: number): Promise<TestPerson> {
  const who = await person(studio)
  const id = await idOf(studio, who)
  for (const model of ['gpt-5-all', 'gpt-4o'])
    await writeMany(studio.context.database.db, id, count / 2, model)
  return who
}

async function timeOf(studio: TestStudio, { credential }: TestPerson): Promise<number> {
  const started = performance.now()
  await json(studio.call('/aichat/conversations', { json: CALL, token: credential.token }))
  return performance.now() - started
}
