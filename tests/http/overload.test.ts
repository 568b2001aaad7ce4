import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overloadProblem } from '#servers/lib/overload.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
beforeEach(async () => {
  studio = await openStudio()
  ada = await person(studio)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await studio.close()
})

const WORK = {
  'an answer': ['/aichat/conversations', { model: 'gpt-5-all', question: '[sandbox:tokens=3]' }],
  'an image': ['/flux/images', { prompt: 'a lighthouse', async: true }]
} as const

/** Passes the first checks of load, and refuses the next, as in a crowd that came at once. */
function overloadAfter(checks: number): void {
  const spy = vi.spyOn(studio.context.limits, 'checkLoad')
  for (let passed = 0; passed < checks; passed++) spy.mockReturnValueOnce()
  spy.mockImplementationOnce(() => {
    throw overloadProblem()
  })
}

async function countRows(table: 'run' | 'ledger' | 'conversation' | 'message'): Promise<number> {
  const { db } = studio.context.database
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const countAll = () =>
  Promise.all((['run', 'ledger', 'conversation', 'message'] as const).map(countRows))

test.each(Object.entries(WORK))(
  '%s of a crowd is refused before it begins, and is accepted later',
  async (_, [path, body]) => {
    const call = () => studio.call(path, { json: body, token: ada.credential.token })
    const before = await countAll()
    overloadAfter(path === '/flux/images' ? 1 : 0)
    const refused = await call()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
    expect(await countAll()).toEqual(before)
    expect((await call()).status).toBe(200)
  }
)
