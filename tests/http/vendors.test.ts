import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { doseOf } from '../support/dose.ts'
import { ADAPTERS, type Adapter } from '../support/vendor-adapters.ts'
import { KEYS, openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'
import type { VendorServer } from '../support/vendor-server.ts'

/** The studio's codes for the faults that every fake vendor can show, by plot. */
const SHARED = {
  refused: 'bad_request',
  large: 'content_too_large',
  retired: 'api_error',
  failed: 'api_error',
  moderated: 'forbidden',
  html: 'api_error',
  html_refusal: 'api_error',
  malformed: 'api_error',
  list: 'api_error',
  empty: 'api_error',
  truncated: 'api_error',
  reset: 'api_error'
}

const say = groupTranslator('en', 'problem')

type Opened = { world: VendorWorld; vendor: VendorServer }

/** Opens a studio with the fake vendor for the tests of one block. */
function opened({ start, environment, prepare }: Adapter): Opened {
  const all = {} as Opened
  beforeAll(async () => {
    all.vendor = await start()
    all.world = await openVendorWorld(all.vendor, environment(all.vendor))
    await prepare?.(all.world)
  })
  afterAll(() => all.world.close())
  beforeEach(() => {
    all.vendor.refused.clear()
    all.vendor.calls.length = 0
    // Refused keys are paused. Move the clock until they may be used again.
    all.world.studio.context.clock.advance(3_600_000)
  })
  return all
}

const valuesOf = ({ offer }: Adapter, plot: string): Record<string, unknown> => ({
  [offer.words ?? 'prompt']: `A harbour plot:${plot}`,
  ...offer.values
})

describe.each(ADAPTERS)('$name', adapter => {
  const { offer, shows, refuses, keys = KEYS } = adapter
  const all = opened(adapter)
  const values = (plot: string) => valuesOf(adapter, plot)

  test('an output is generated, copied and charged', async () => {
    const before = await all.world.spent()
    const { result } = await all.world.post(offer.path, values('plain'))
    expect(result).toMatchObject({ success: true })
    const address = new URL(String((result.data?.[0] ?? result)[shows]))
    expect(address.host).not.toBe(all.vendor.host)
    expect((await all.world.studio.call(address.pathname)).status).toBe(200)
    expect(await all.world.spent()).toBeGreaterThan(before)
  })

  test.each(doseOf(Object.entries({ ...SHARED, ...refuses }), 6, ADAPTERS.indexOf(adapter)))(
    'a vendor that is %s becomes %s with its sentence, at no cost',
    async (plot, code) => {
      const before = await all.world.spent()
      const { status, result } = await all.world.post(offer.path, values(plot))
      expect([status >= 400, result.error]).toEqual([
        true,
        { code, message: say(`problem.${code}`) }
      ])
      expect(await all.world.spent()).toBe(before)
      const lines = all.world.said.filter(
        line => line.includes('provider failed') && line.includes(result.trace_id)
      )
      expect(lines.map(line => (JSON.parse(line) as { code: string }).code)).toEqual([code])
    }
  )

  test.each(['hurried', 'overloaded'])('a call to a vendor that is %s is repeated', async plot => {
    const id = await all.world.begin(offer.path, values(plot))
    await expect.poll(() => all.vendor.calls.length).toBeGreaterThanOrEqual(keys.length)
    const asked = all.vendor.calls.length
    // The pause begins once the refusal has been read, which the test cannot see, so move the clock
    // often.
    const callsLater = (): number => {
      all.world.studio.context.clock.advance(1500)
      return all.vendor.calls.length
    }
    await expect.poll(callsLater).toBeGreaterThan(asked)
    expect(['queued', 'running']).toContain(await all.world.stateOf(id))
    // Its credits must not come back while the next test compares them.
    all.world.studio.context.clock.advance(3_600_000)
    await all.world.ended(offer.service, id)
  })

  test.each(['unknown', 'empty'] as const)(
    'when all keys are %s, it is an error of the deployment at no cost',
    async how => {
      const before = await all.world.spent()
      for (const key of keys) all.vendor.refused.set(key, how)
      const { result } = await all.world.post(offer.path, values('plain'))
      expect(result.error?.code).toBe('api_error')
      expect(await all.world.spent()).toBe(before)
    }
  )

  test('no key appears in answers, logs or tasks', async () => {
    const runs = await all.world.studio.context.database.db.selectFrom('run').selectAll().execute()
    const text = [...all.world.said, JSON.stringify(runs)].join('\n')
    expect(KEYS.filter(key => text.includes(key))).toEqual([])
    expect(all.world.said.some(line => line.includes('provider failed'))).toBe(true)
  })
})

describe.each(ADAPTERS.filter(({ keys = KEYS }) => keys.length > 1))('with $name', adapter => {
  const all = opened(adapter)

  test.each(['unknown', 'empty'] as const)('when a key is %s, the next one is used', async how => {
    all.vendor.refused.set(KEYS[0], how)
    const { result } = await all.world.post(adapter.offer.path, valuesOf(adapter, 'plain'))
    expect(result).toMatchObject({ success: true })
  })
})

describe.each(ADAPTERS.filter(({ queue }) => queue))('the queue of $name', adapter => {
  const { offer } = adapter
  const all = opened(adapter)
  const values = (plot: string) => valuesOf(adapter, plot)

  test('a job that never ends is given up at its deadline at no cost', async () => {
    const before = await all.world.spent()
    const id = await all.world.begin(offer.path, values('endless'))
    await expect.poll(() => all.vendor.calls.length).toBeGreaterThan(2)
    all.world.studio.context.clock.advance(3_600_000)
    const { response } = await all.world.ended(offer.service, id)
    expect(response).toMatchObject({ success: false, error: { code: 'timeout' } })
    expect(await all.world.spent()).toBe(before)
  })

  test('a clock that jumps does not submit a job twice', async () => {
    const silent = await all.world.begin(offer.path, values('silent'))
    await expect.poll(() => all.vendor.calls.some(({ plot }) => plot === 'silent')).toBe(true)
    all.world.studio.context.clock.advance(40_000)
    await all.world.ended(offer.service, await all.world.begin(offer.path, values('plain')))
    expect(await all.world.stateOf(silent)).toBe('running')
  })

  test('a failed poll does not end the job', async () => {
    all.vendor.looks = 2
    const id = await all.world.begin(offer.path, values('plain'))
    await expect.poll(() => all.vendor.calls.length).toBeGreaterThan(1)
    all.vendor.next.push({ status: 502, body: 'bad gateway' })
    expect((await all.world.ended(offer.service, id)).response).toMatchObject({ success: true })
    all.vendor.looks = 1
  })
})
