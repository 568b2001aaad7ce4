import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/**
 * Opens a tab with stores of its own and the shared storage. Its listeners have the same effect as
 * mounted components: stores with a listener receive changes of other tabs.
 */
async function openTab() {
  vi.resetModules()
  const [selection, models, drafts, persisted, applications, owner] = await Promise.all([
    import('#stores/selection.ts'),
    import('#stores/models.ts'),
    import('#stores/drafts.ts'),
    import('#stores/persisted.ts'),
    import('#stores/applications.ts'),
    import('#stores/owner.ts')
  ])
  const forget = [selection.$selection, models.$chosenModels, drafts.$drafts, owner.$owner].map(
    store => store.listen(() => undefined)
  )
  return {
    ...selection,
    ...models,
    ...drafts,
    ...persisted,
    ...applications,
    ...owner,
    close: () => forget.forEach(each => each())
  }
}
type Tab = Awaited<ReturnType<typeof openTab>>

const FLUX = { id: 'flux', serviceId: 's' }
let [one, other]: Tab[] = []

/** Runs an action and, like a browser, sends storage events for each change. */
function during<T>(act: () => T): T {
  const before = { ...localStorage } as Record<string, string>
  const result = act()
  const after = { ...localStorage } as Record<string, string>
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [oldValue = null, newValue = null] = [before[key], after[key]]
    if (oldValue !== newValue)
      dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
  }
  return result
}

function tabs(): [Tab, Tab] {
  if (!one || !other) throw new Error('no tabs')
  return [one, other]
}

beforeEach(async () => {
  localStorage.clear()
  one = await openTab()
  other = await openTab()
})
afterEach(() => {
  for (const tab of tabs()) tab.close()
  localStorage.clear()
})

describe('two tabs', () => {
  test('have separate stores', () => {
    const [a, b] = tabs()
    expect(a.$selection).not.toBe(b.$selection)
  })

  test('share the selected plan and model', () => {
    const [a, b] = tabs()
    const chosen = { application: 'a', credential: 'pm_a', host: 'https://studio.example' }
    during(() => a.setSelection(FLUX, chosen))
    expect(b.selectionOf(FLUX, chosen.host)).toMatchObject(chosen)
    during(() => b.setSelection(FLUX, { ...chosen, application: 'b' }))
    expect(a.selectionOf(FLUX, chosen.host)?.application).toBe('b')
    during(() => b.chooseModel('chatgpt', 'gpt-5-all'))
    expect(a.$chosenModels.get()).toEqual({ chatgpt: 'gpt-5-all' })
  })

  test('are both cleared, including unsaved data, when one signs out', () => {
    const [a, b] = tabs()
    during(() => a.$owner.set('u1'))
    during(() => a.saveDraft('c1', 'half a thought'))
    b.$applications.set({ status: 'success', value: [] })
    during(() => a.resetAll())
    expect([b.$owner.get(), b.$drafts.get(), b.$applications.get()]).toEqual([
      null,
      {},
      { status: 'none' }
    ])
  })

  test('keep their data when a guest signs in in one of them', () => {
    const [a, b] = tabs()
    during(() => b.saveDraft('new:grok', 'half a thought'))
    b.$applications.set({ status: 'success', value: [] })
    during(() => a.$owner.set('u1'))
    expect([b.$drafts.get(), b.$applications.get()]).toEqual([
      { 'new:grok': 'half a thought' },
      { status: 'success', value: [] }
    ])
  })

  test('share a new value after one of them held a value too long to save', () => {
    const [a, b] = tabs()
    during(() => a.$chosenModels.set({ chatgpt: 'x'.repeat(60_000) }))
    expect(b.$chosenModels.get()).toEqual({})
    during(() => b.chooseModel('chatgpt', 'short'))
    expect(a.$chosenModels.get()).toEqual({ chatgpt: 'short' })
  })
})
