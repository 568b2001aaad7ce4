import { afterEach, describe, expect, test, vi } from 'vitest'
import { CHAT_SERVICE } from '#core/chat.ts'
import { $drafts, saveDraft } from '#stores/drafts.ts'
import { $chosenModels, chooseModel, offeredModel } from '#stores/models.ts'
import { $owner, settleOwner } from '#stores/owner.ts'
import { STORAGE_KEYS, rereadKey, createPersistedAtom, resetAll } from '#stores/persisted.ts'
import { $selection, NO_SELECTIONS, setSelection } from '#stores/selection.ts'
import { $token } from '#stores/token.ts'

const saved = (): string[] => Object.keys(localStorage).filter(key => key.startsWith('polymuse:'))

function fill(): void {
  $owner.set('u1')
  $token.set({ access: 'secret', expiration: Date.now() + 60_000 })
  setSelection(CHAT_SERVICE, {
    application: 'a',
    credential: 'pm_secret',
    host: 'https://studio.example'
  })
  saveDraft('new:chatgpt', 'half a thought')
  chooseModel('chatgpt', 'gpt-5-all')
}

afterEach(() => {
  resetAll()
  localStorage.clear()
})

describe('persisted stores', () => {
  test('are emptied by a reset', () => {
    fill()
    expect(saved()).toHaveLength(5)
    resetAll()
    expect(saved()).toEqual([])
    expect([
      $owner.get(),
      $token.get(),
      $selection.get(),
      $drafts.get(),
      $chosenModels.get()
    ]).toEqual([null, null, NO_SELECTIONS, {}, {}])
  })

  test('are removed by a reset even if this page has not loaded them', () => {
    localStorage.setItem('polymuse:token', '{"access":"left","expiration":1}')
    resetAll()
    expect(saved()).toEqual([])
  })

  test('are read again without a write, which would undo what another tab has saved', () => {
    fill()
    const newer = JSON.stringify({ access: 'newer', expiration: 1 })
    const write = vi.fn<Storage['setItem']>()
    const kept = { getItem: () => newer, setItem: write, removeItem: () => undefined }
    const storage = vi
      .spyOn(globalThis.window, 'localStorage', 'get')
      .mockReturnValue(kept as unknown as Storage)
    rereadKey('token')
    storage.mockRestore()
    expect($token.get()?.access).toBe('newer')
    expect(write).not.toHaveBeenCalled()
  })

  test.each(['', '{', 'null', '[]', '7', '"text"', '{"access":1,"host":7}', '{"a":{"b":1}}'])(
    'ignore the invalid value %j',
    text => {
      for (const key of STORAGE_KEYS) localStorage.setItem(`polymuse:${key}`, text)
      vi.resetModules()
      return Promise.all([
        import('#stores/token.ts'),
        import('#stores/drafts.ts'),
        import('#stores/selection.ts')
      ]).then(([token, drafts, selection]) => {
        expect(token.$token.get()).toBeNull()
        expect(drafts.$drafts.get()).toEqual({})
        expect(selection.$selection.get()).toEqual({})
      })
    }
  )

  test('keep a value for the life of the page when it is too long or storage is full', () => {
    const store = createPersistedAtom<string>('drafts', '', value => String(value))
    store.set('x'.repeat(60_000))
    expect(store.get()).toHaveLength(60_000)
    expect(localStorage.getItem('polymuse:drafts')).toBeNull()
    store.set('short')
    expect(localStorage.getItem('polymuse:drafts')).toBe('"short"')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    store.set('more')
    expect(store.get()).toBe('more')
  })

  test('cannot be set on a server', () => {
    vi.stubGlobal('window', undefined)
    expect(() => $chosenModels.set({ chatgpt: 'x' })).toThrow('server')
    vi.unstubAllGlobals()
  })
})

describe('the owner of saved data', () => {
  const user = (id: string) => ({ id }) as NonNullable<Parameters<typeof settleOwner>[0]['user']>

  test('a guest’s page removes a user’s data', () => {
    fill()
    settleOwner({ user: null })
    expect(saved()).toEqual([])
  })

  test('another user’s page removes the previous user’s data', () => {
    fill()
    settleOwner({ user: user('u2') })
    expect(saved()).toEqual(['polymuse:owner'])
    expect($owner.get()).toBe('u2')
  })

  test('a guest’s page removes a token without an owner and keeps a guest’s drafts', () => {
    saveDraft('new:chatgpt', 'half a thought')
    settleOwner({ user: null })
    expect($drafts.get()).toEqual({ 'new:chatgpt': 'half a thought' })
    $token.set({ access: 'left', expiration: 1 })
    settleOwner({ user: null })
    expect(saved()).toEqual([])
  })

  test('a guest’s drafts become the user’s after signing in and stay on the next page', () => {
    saveDraft('new:chatgpt', 'half a thought')
    settleOwner({ user: user('u1') })
    settleOwner({ user: user('u1') })
    expect($drafts.get()).toEqual({ 'new:chatgpt': 'half a thought' })
    expect($owner.get()).toBe('u1')
  })
})

test('a retired model is replaced by its successor', () => {
  const [one, two] = ['one', 'two'].map(name => ({ name, enabled: true }))
  const models = [
    one,
    two,
    { name: 'old', enabled: false, becomes: 'two' },
    { name: 'hidden', enabled: false }
  ]
  const group = { id: 'chatgpt', title: 'ChatGPT', models } as unknown as Parameters<
    typeof offeredModel
  >[0]
  expect(offeredModel(group, [undefined, 'old', 'one'])).toBe('two')
  expect(offeredModel(group, ['hidden', 'gone'])).toBe('one')
})

test('picks the first wished model that the group still offers', () => {
  const group = {
    id: 'chatgpt',
    title: 'ChatGPT',
    models: ['a', 'b'].map(name => ({ name, enabled: true }))
  } as unknown as Parameters<typeof offeredModel>[0]
  expect(offeredModel(group, [undefined, 'gone', 'b'])).toBe('b')
  expect(offeredModel(group, ['gone'])).toBe('a')
  expect(offeredModel({ ...group, models: [] }, ['a'])).toBe('')
})
