import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const work = vi.fn()
const connect = (connection: object | undefined): void =>
  void Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
/** Loads the module afresh, since it remembers the first interaction of its page. */
const load = () => import('#client/when-used.ts')
const sign = async (type: string): Promise<void> => {
  dispatchEvent(new Event(type))
  await Promise.resolve()
}

beforeEach(() => {
  vi.resetModules()
  work.mockReset()
  connect(undefined)
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    callback()
    return 1
  })
  vi.stubGlobal('cancelIdleCallback', () => undefined)
})
afterEach(() => vi.unstubAllGlobals())

test('work begins after the first movement, once', async () => {
  const { runAfterInteraction } = await load()
  runAfterInteraction(work, 10)
  await sign('resize')
  expect(work).not.toHaveBeenCalled()
  await sign('pointermove')
  await sign('keydown')
  expect(work).toHaveBeenCalledOnce()
})

test('work that is added after an interaction begins immediately', async () => {
  const { runAfterInteraction } = await load()
  runAfterInteraction(() => undefined, 10)
  await sign('keydown')
  runAfterInteraction(work, 10)
  await Promise.resolve()
  expect(work).toHaveBeenCalledOnce()
})

test('cancelled work never begins', async () => {
  const { runAfterInteraction } = await load()
  runAfterInteraction(work, 10)()
  await sign('keydown')
  expect(work).not.toHaveBeenCalled()
})

test('work for a part that the page shows begins without an interaction', async () => {
  const { runWhenAffordable } = await load()
  runWhenAffordable(work, 10)
  expect(work).toHaveBeenCalledOnce()
})

test.each([{ saveData: true }, { effectiveType: '3g' }])(
  'with %j, work for a shown part waits for a click or a key, not for a movement',
  async connection => {
    connect(connection)
    const { runWhenAffordable } = await load()
    runWhenAffordable(work, 10)
    await sign('pointermove')
    expect(work).not.toHaveBeenCalled()
    await sign('pointerdown')
    expect(work).toHaveBeenCalledOnce()
  }
)
