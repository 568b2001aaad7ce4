import { idOf } from '../../tests/support/account.ts'
import { json, openStudio, person, type TestStudio } from '../../tests/support/studio.ts'
import { doseOf } from './dose.ts'
import { medianOf } from './median.ts'
import { addProject, addRows, middleOf, PROJECT } from './growth-rows.ts'

/** Number of rows of each kind that exist when the lists are measured. */
const SIZES = [100, doseOf(10_000, 200), doseOf(1_000_000, 400)]

/** Number of requests for each list. */
const RUNS = doseOf(31, 3)

type List = { path: string; body?: object; key?: true; deep?: true }

function search(words: string, limit: number): List {
  return {
    path: '/aichat/conversations',
    body: { action: 'retrieve_batch', limit, with_messages: false, search: words },
    key: true
  }
}

/**
 * Lists that grow with use. Requests carry the user's token or, with `key`, an API key. With `deep`
 * they are for a page in the middle of the list.
 */
const LISTS: Readonly<Record<string, List>> = {
  tasks: {
    path: '/flux/tasks',
    body: { action: 'retrieve_batch', limit: 20, offset: 0 },
    key: true
  },
  conversations: {
    path: '/aichat/conversations',
    body: { action: 'retrieve_batch', limit: 40, with_messages: false, counted: false },
    key: true
  },
  // One conversation at each number of rows, by its title and by its message; and a whole page.
  'search of a rare word': search('lighthouse', 40),
  'search of a common word': search('boats', 40),
  'search of a common word in messages': search('harbour', 40),
  'search of a number in messages': search('harbour 44 at', 40),
  'search of two letters': search('oa', 40),
  'search without result': search('planes', 40),
  library: { path: '/library/items?limit=40' },
  'library, a later page': { path: '/library/items?limit=40', deep: true },
  'library, videos': { path: '/library/items?limit=40&kind=video' },
  'library, favourites': { path: '/library/items?limit=40&favourite=true' },
  'library, favourite videos': { path: '/library/items?limit=40&kind=video&favourite=true' },
  'library, 2 stars': { path: '/library/items?limit=40&rating=2' },
  'library, by rating': { path: '/library/items?limit=40&sort=rating' },
  // One result at each number of rows, and a whole page.
  'library, search of a rare word': { path: '/library/items?limit=40&search=lighthouse' },
  'library, search of a common word': { path: '/library/items?limit=40&search=boats' },
  'library, search of two letters': { path: '/library/items?limit=40&search=bo' },
  'library, search of favourites': {
    path: '/library/items?limit=1&search=boats&favourite=true'
  },
  'library, search of videos': { path: '/library/items?limit=20&search=boats&kind=video' },
  'library, search without result': { path: '/library/items?limit=40&search=ships' },
  'library, project': { path: `/library/items?limit=40&project=${PROJECT}` },
  'chats of a project': { path: `/library/projects/${PROJECT}/chats` },
  usage: { path: '/api/v1/usage/apis?limit=20' },
  'usage in one state': { path: '/api/v1/usage/apis?limit=20&state=failed' },
  'usage by day': { path: '/api/v1/usage/summary' },
  orders: { path: '/api/v1/orders?limit=20' },
  'all orders': { path: '/api/v1/orders/all?limit=20' },
  'all users': { path: '/api/v1/operation/people?limit=20' },
  'all changes': { path: '/api/v1/operation/audit?limit=20' },
  overview: { path: '/api/v1/operation/overview' },
  failures: { path: '/api/v1/operation/failures' }
}

/**
 * Measures the first page of each list at growing numbers of rows, half of which belong to one
 * user.
 * @returns a line for each list: its median times in milliseconds, and the last in ratio to the
 *   first
 */
export async function measureGrowth(): Promise<string> {
  const studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  try {
    const boss = await person(studio)
    const owners = {
      userId: await idOf(studio, boss),
      applicationId: boss.application.id,
      origin: boss.credential.host ?? ''
    }
    await addProject(studio.context.database.db, owners.userId)
    const times: Record<string, number[]> = {}
    for (const [index, to] of SIZES.entries()) {
      const from = SIZES[index - 1] ?? 0
      await addRows(studio.context.database, owners, { from, to, now: Date.now() })
      const measure = (list: List): Promise<number> => {
        const token = list.key ? boss.credential.token : boss.token.access_token
        const place = list.deep ? `&cursor=${middleOf({ to, now: Date.now() })}` : ''
        return measureList(studio, { ...list, path: list.path + place }, token)
      }
      // Until its code is compiled, a list is slower.
      if (index === 0) for (const list of Object.values(LISTS)) await measure(list)
      for (const [name, list] of Object.entries(LISTS))
        (times[name] ??= []).push(await measure(list))
    }
    return Object.entries(times)
      .map(([name, each]) => {
        const ratio = (each.at(-1) ?? 0) / (each[0] ?? 1)
        const shown = each.map(time => time.toFixed(2)).join(', ')
        return `growth, ${name}: ${ratio.toFixed(1)}× (${shown} ms at ${SIZES.map(String).join(', ')} rows)`
      })
      .join('\n')
  } finally {
    await studio.close()
  }
}

async function measureList(
  studio: TestStudio,
  { path, body }: List,
  token: string
): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now()
    await json(studio.call(path, { token, ...(body !== undefined && { json: body }) }))
    times.push(performance.now() - started)
  }
  return medianOf(times)
}
