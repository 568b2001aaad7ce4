import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSecrets, hashToken, readOrCreateSecret, randomToken } from '#servers/lib/secrets.ts'

const OLD = 'o'.repeat(40)
const NEW = 'n'.repeat(40)

describe('a sealed text', () => {
  const secrets = createSecrets(OLD)

  test.each(['', 'sk-1', 'پیام 你好', 'x'.repeat(100_000)])('can be opened again', text => {
    expect(secrets.open(secrets.seal(text))).toBe(text)
  })
  test('is unreadable and differs each time', () => {
    expect(secrets.seal('sk-visible')).not.toContain('visible')
    expect(secrets.seal('a')).not.toBe(secrets.seal('a'))
  })
  test.each([0, 1, 2])('does not open after a change in part %d', part => {
    const parts = secrets.seal('a secret').split('.')
    const old = parts[part] ?? ''
    parts[part] = (old.startsWith('A') ? 'B' : 'A') + old.slice(1)
    expect(() => secrets.open(parts.join('.'))).toThrow()
  })
  test.each(['', '.', 'a.b.c', '..'])('does not open from %j', box => {
    expect(() => secrets.open(box)).toThrow()
  })
  test('does not open when its end is missing', () => {
    const [id, nonce, sealed = ''] = secrets.seal('a secret').split('.')
    for (const length of [0, 4, 16, sealed.length - 2])
      expect(() => secrets.open([id, nonce, sealed.slice(0, length)].join('.'))).toThrow()
  })
})

describe('a rotation', () => {
  test('opens old texts, and seals under the new secret only', () => {
    const rotating = createSecrets(NEW, OLD)
    expect(rotating.open(createSecrets(OLD).seal('kept'))).toBe('kept')
    expect(createSecrets(NEW).open(rotating.seal('fresh'))).toBe('fresh')
    expect(() => createSecrets(OLD).open(rotating.seal('fresh'))).toThrow('SECRET')
  })
  test('ends when the previous secret is removed', () => {
    expect(() => createSecrets(NEW).open(createSecrets(OLD).seal('lost'))).toThrow('SECRET')
  })
})

test('each purpose has its own key, which is the same at each start', () => {
  const secrets = createSecrets(OLD)
  expect(secrets.key('access-token')).toEqual(createSecrets(OLD).key('access-token'))
  expect(secrets.key('access-token')).not.toEqual(secrets.key('box'))
  expect(secrets.key('access-token')).not.toEqual(createSecrets(NEW).key('access-token'))
  expect(secrets.key('access-token')).toHaveLength(32)
})

test('tokens have 256 random bits and a deterministic hash', () => {
  const tokens = Array.from({ length: 100 }, () => randomToken('pm_'))
  expect(new Set(tokens).size).toBe(100)
  expect(tokens[0]).toMatch(/^pm_[\w-]{43}$/)
  expect(hashToken('a')).toBe(hashToken('a'))
  expect(hashToken('a')).toMatch(/^[\w-]{43}$/)
})

describe('the secret of a data folder', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polymuse-secret-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const file = (): string => join(folder, 'new', 'secret')
  const made = (): string => readOrCreateSecret(join(folder, 'new'))

  test('is created once, readable by its owner only', async () => {
    const secret = made()
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(made()).toBe(secret)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
  })
  test('loses permissions that others were given', async () => {
    made()
    await chmod(file(), 0o644)
    made()
    expect((await stat(file())).mode & 0o777).toBe(0o600)
  })
  test('is refused when its file is truncated', async () => {
    made()
    await writeFile(file(), '')
    expect(made).toThrow('secret')
  })
})
