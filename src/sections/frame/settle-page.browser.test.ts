import { beforeEach, describe, expect, test, vi } from 'vitest'
import { STORAGE_KEYS, STORAGE_PREFIX } from '#stores/persisted.ts'
import { clearOtherUserData } from '#sections/frame/settle-page.browser.ts'

const kept = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...localStorage } as Record<string, string>).map(([key, value]) => [
      key.replace(STORAGE_PREFIX, ''),
      value
    ])
  )

/** Fills the browser with data of a user; null for a guest. */
function fill(owner: string | null, token = owner !== null): void {
  localStorage.clear()
  localStorage.setItem('other', 'x')
  for (const key of STORAGE_KEYS) localStorage.setItem(STORAGE_PREFIX + key, '"theirs"')
  localStorage.removeItem(`${STORAGE_PREFIX}owner`)
  if (owner !== null) localStorage.setItem(`${STORAGE_PREFIX}owner`, JSON.stringify(owner))
  if (token) localStorage.setItem(`${STORAGE_PREFIX}token`, '{"access":"a","expiration":1}')
  else localStorage.removeItem(`${STORAGE_PREFIX}token`)
}

/** A page as the server renders it. */
function page(person: string, returns?: ''): Document {
  const root = document.implementation.createHTMLDocument()
  Object.assign(root.documentElement.dataset, {
    kept: STORAGE_PREFIX,
    person,
    ...(returns !== undefined && { returns })
  })
  return root
}

beforeEach(() => localStorage.clear())

describe('a page without stores', () => {
  test.each([
    ['a guest', 'u1', ''],
    ['somebody else', 'u1', 'u2'],
    ['the same person', 'u1', 'u1'],
    ['a person, after a guest', null, 'u1'],
    ['a guest, after a guest', null, '']
  ])(
    'for %s leaves the same data in the browser as a page with stores',
    async (_, owner, person) => {
      fill(owner)
      clearOtherUserData(page(person))
      const left = Object.keys(kept()).toSorted()
      fill(owner)
      vi.resetModules()
      const { settleOwner } = await import('#stores/owner.ts')
      settleOwner({
        user:
          person === ''
            ? null
            : ({ id: person } as NonNullable<Parameters<typeof settleOwner>[0]['user']>)
      })
      expect(left).toEqual(Object.keys(kept()).toSorted())
      expect(localStorage.getItem('other')).toBe('x')
    }
  )

  test('removes a token without an owner, and all other data with it', () => {
    fill(null, true)
    clearOtherUserData(page(''))
    expect(kept()).toEqual({ other: 'x' })
  })

  test('keeps drafts for a user who signs in again, but no tokens', () => {
    fill('u1')
    clearOtherUserData(page('', ''))
    expect(kept()).toEqual({ owner: '"u1"', drafts: '"theirs"', other: 'x' })
    clearOtherUserData(page('u2'))
    expect(kept()).toEqual({ owner: '"u2"', other: 'x' })
  })

  test('keeps everything when it failed and does not know its user', () => {
    fill('u1')
    const before = kept()
    clearOtherUserData(document.implementation.createHTMLDocument())
    expect(kept()).toEqual(before)
  })
})
