import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as readJson } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Alert } from '#core/alert.ts'
import { findLowBalances } from '#servers/alerts/balances.ts'
import { findAlerts } from '#servers/alerts/find-alerts.ts'
import { lookForAlerts } from '#servers/alerts/watch.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { checkProviders } from '#servers/operation/check-providers.ts'
import { checkVendors } from '#servers/operation/doctor/providers.ts'
import { freshContext, type TestContext } from '../support/context.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Asked = { path: string; authorization: string | undefined; version: unknown }
type Posted = { text: string; begun: Alert[]; ended: Alert[] }

/** A vendor that gives one answer to everything, and an address that gets alerts. */
let server: Server
let address = ''
let answer: { status?: number; body: string } = { body: '{}' }
let asked: Asked[] = []
let posted: Posted[] = []
let context: TestContext
beforeEach(async () => {
  ;[asked, posted] = [[], []]
  server = createServer(async (request, response) => {
    if (request.url === '/hook') {
      posted.push((await readJson(request)) as Posted)
      return void response.end()
    }
    const { authorization, 'x-runway-version': version } = request.headers
    asked.push({ path: request.url ?? '', authorization, version })
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  await context.close()
  server.close()
})

/** Opens a context with a key of a vendor. */
async function open(environment: Record<string, string>): Promise<void> {
  context = await freshContext({
    environment: { ALERT_WEBHOOK_URL: `${address}/hook`, ...environment }
  })
}

const openDeepseek = (more: Record<string, string> = {}): Promise<void> =>
  open({ DEEPSEEK_API_KEY: 'sk-secret-abcd', DEEPSEEK_BASE_URL: `${address}/v1`, ...more })

/** Sets the answer of DeepSeek: amounts as text, by currency. */
function holdAt(amounts: Record<string, string>): void {
  const infos = Object.entries(amounts).map(([currency, total_balance]) => ({
    currency,
    total_balance
  }))
  answer = { body: JSON.stringify({ is_available: true, balance_infos: infos }) }
}

const alert = (value: string, subject = 'deepseek …abcd'): Alert[] => [
  { kind: 'balance', subject, value }
]

test.each([
  ['low', { USD: '4.99' }, ['499 USD']],
  ['empty', { USD: '0.00' }, ['0 USD']],
  ['in debt', { USD: '-1.50' }, ['-150 USD']],
  ['enough', { USD: '5.00' }, []],
  ['low in another currency', { CNY: '35.00' }, ['3500 CNY']],
  ['enough in another currency', { CNY: '36.00' }, []],
  ['enough in one of two currencies', { USD: '0', CNY: '110.00' }, []],
  ['of a currency without a rate', { XAU: '0.01' }, []]
])('a balance that is %s', async (_, amounts, values) => {
  await openDeepseek()
  holdAt(amounts as Record<string, string>)
  expect(await findLowBalances(context)).toEqual(values.flatMap(value => alert(value)))
  expect(asked).toMatchObject([{ path: '/user/balance', authorization: 'Bearer sk-secret-abcd' }])
})

test.each([
  ['refuses the key', { status: 401, body: '{"error":{"message":"no"}}' }],
  ['is broken', { status: 500, body: 'oops' }],
  ['answers in no JSON', { body: '<html>' }],
  ['answers with other fields', { body: '{"balance_infos":[{"currency":"USD"}]}' }],
  [
    'answers with words as an amount',
    { body: '{"balance_infos":[{"currency":"USD","total_balance":"a lot"}]}' }
  ],
  ['answers with a list of nothing', { body: '{"balance_infos":[null,3]}' }]
])('a vendor that %s causes no alert and shows as unknown', async (_, broken) => {
  await openDeepseek()
  answer = broken
  expect(await findLowBalances(context)).toEqual([])
})

test.each([
  [
    'moonshot',
    'MOONSHOT',
    { data: { available_balance: 3.12 } },
    '312 USD',
    '/v1/users/me/balance'
  ],
  ['openrouter', 'OPENROUTER', { data: { limit_remaining: 0.5 } }, '50 USD', '/v1/key'],
  ['luma', 'LUMA', { credit_balance: 312 }, '312 USD', '/v1/credits'],
  ['runway', 'RUNWAY', { creditBalance: 100 }, '100 USD', '/v1/v1/organization']
])('the balance of %s is read', async (vendor, name, body, value, path) => {
  const [base] = ['LUMA', 'RUNWAY'].includes(name) ? [`${name}_URL`] : [`${name}_BASE_URL`]
  await open({ [`${name}_API_KEY`]: 'key-abcd', [base ?? '']: `${address}/v1` })
  answer = { body: JSON.stringify(body) }
  expect(await findLowBalances(context)).toEqual(alert(value, `${vendor} …abcd`))
  expect(asked.map(each => each.path)).toEqual([path])
  expect(asked[0]?.version !== undefined).toBe(vendor === 'runway')
})

test('a key of OpenRouter without a limit causes no alert', async () => {
  await open({ OPENROUTER_API_KEY: 'key-abcd', OPENROUTER_BASE_URL: `${address}/v1` })
  answer = { body: '{"data":{"limit_remaining":null}}' }
  expect(await findLowBalances(context)).toEqual([])
})

test('ALERT_BALANCE sets the limit, and 0 asks nobody', async () => {
  await openDeepseek({ ALERT_BALANCE: '20.5' })
  holdAt({ USD: '20.49' })
  expect(await findLowBalances(context)).toHaveLength(1)
  await context.close()
  asked = []
  await openDeepseek({ ALERT_BALANCE: '0' })
  expect(await findLowBalances(context)).toEqual([])
  expect(asked).toEqual([])
})

test('a vendor is asked once an hour', async () => {
  await openDeepseek()
  holdAt({ USD: '1' })
  await findAlerts(context)
  context.clock.advance(HOUR - 1)
  holdAt({ USD: '100' })
  expect(await findLowBalances(context)).toHaveLength(1)
  expect(asked).toHaveLength(1)
  context.clock.advance(1)
  expect(await findLowBalances(context)).toEqual([])
  expect(asked).toHaveLength(2)
})

test('a vendor that stops answering keeps its alert for a day', async () => {
  await openDeepseek()
  holdAt({ USD: '1' })
  await findLowBalances(context)
  answer = { status: 500, body: '' }
  for (let hour = 1; hour < 24; hour++) {
    context.clock.advance(HOUR)
    expect(await findLowBalances(context)).toHaveLength(1)
  }
  context.clock.advance(HOUR)
  expect(await findLowBalances(context)).toEqual([])
})

test('operators are told once when a balance is low, and once when it is enough', async () => {
  await openDeepseek()
  holdAt({ USD: '3.12' })
  const look = async (): Promise<void> => {
    context.clock.advance(HOUR)
    await lookForAlerts(context)
  }
  const told = (): Posted[] =>
    posted.filter(each => [...each.begun, ...each.ended].some(({ kind }) => kind === 'balance'))
  await look()
  holdAt({ USD: '2' })
  await look()
  expect(told()).toMatchObject([{ begun: alert('312 USD') }])
  expect(told()[0]?.text).toContain('the account deepseek …abcd has 3.12 USD left')
  expect(JSON.stringify(posted)).not.toContain('secret')
  holdAt({ USD: '50' })
  await look()
  await look()
  expect(told().slice(1)).toMatchObject([{ begun: [], ended: alert('200 USD') }])
})

test('the commands show the balance, and the doctor warns when it is low', async () => {
  await openDeepseek()
  const { config, keys } = context
  const checking = { ...config, fetch: operatorFetch, now: context.clock.now() }
  const show = async (): Promise<string> => {
    const lines: string[] = []
    await checkProviders(keys, checking, line => lines.push(line))
    const found = await checkVendors({ ...context, fetch: operatorFetch, now: () => 0 } as never)
    return [...lines, ...found.map(each => Object.values(each).join(' '))].join('\n')
  }
  holdAt({ USD: '3.12' })
  const low = await show()
  expect(low).toMatch(/answers, \d+ ms, balance 3\.12 USD/)
  expect(low).toContain('deepseek (key …abcd) has only 3.12 USD left.')
  answer = { body: '{}' }
  const unknown = await show()
  expect(unknown).toMatch(/answers, \d+ ms, balance unknown/)
  expect(unknown).toContain('deepseek (key …abcd): the balance is unknown.')
})
