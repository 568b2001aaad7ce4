import { afterEach, describe, expect, test } from 'vitest'
import { freshContext, type TestContext } from '../../../tests/support/context.ts'
import { readConfig } from '#servers/config.ts'
import { createSites, isLoopbackHost } from '#servers/lib/sites.ts'

const open: TestContext[] = []
async function deployment(environment: Record<string, string> = {}): Promise<TestContext> {
  const context = await freshContext({ config: readConfig(environment) })
  open.push(context)
  return context
}
afterEach(async () => {
  for (const context of open.splice(0)) await context.close()
})

async function register(
  { database, clock }: TestContext,
  origin: string,
  dated = 0
): Promise<void> {
  const texts = {
    title: '',
    description: '',
    keywords: '[]',
    favicon: '',
    logo: '',
    accent: '',
    admins: '[]',
    features: '{}',
    distribution: '{}'
  }
  await database.db
    .insertInto('site')
    .values({
      id: origin,
      origin,
      ...texts,
      dated,
      created_at: clock.now(),
      updated_at: clock.now()
    })
    .execute()
}

test.each([
  ['localhost', true],
  ['studio.localhost', true],
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['[::1]', true],
  ['localhost.example', false],
  ['notlocalhost', false],
  ['128.0.0.1', false],
  ['127.0.0.1.example', false],
  ['10.0.0.1', false],
  ['', false]
])('%s is loopback: %s', (host, loopback) => {
  expect(isLoopbackHost(host)).toBe(loopback)
})

describe('the placeholder', () => {
  test('identifies every loopback address, with any port', async () => {
    const { sites } = await deployment()
    const own = await sites.placeholder()
    expect(own).toMatch(/^http:\/\/localhost-[0-9a-f-]{36}$/)
    for (const address of [
      'http://127.0.0.1:4321/',
      'http://localhost:8080/x',
      'https://[::1]/',
      'http://de.localhost',
      own
    ]) {
      expect(await sites.originOf(address)).toBe(own)
    }
  })
  test('is the same at the next start, and different in another deployment', async () => {
    const one = await deployment()
    const own = await one.sites.placeholder()
    expect(await createSites(one).placeholder()).toBe(own)
    expect(await (await deployment()).sites.placeholder()).not.toBe(own)
  })
  test('is the same for concurrent callers', async () => {
    const context = await deployment()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => createSites(context).placeholder())
    )
    expect(new Set(answers).size).toBe(1)
  })
})

describe('an origin', () => {
  test('is ours when it is configured', async () => {
    const { sites } = await deployment({
      HUB_URL: 'https://studio.example',
      AUTH_TEST_URL: 'http://auth.test:8080',
      ALLOWED_ORIGINS: 'https://other.example'
    })
    expect(await sites.originOf('https://studio.example/de/x?y')).toBe('https://studio.example')
    expect(await sites.originOf('http://auth.test:8080/')).toBe('http://auth.test:8080')
    expect(await sites.originOf('https://other.example')).toBe('https://other.example')
  })
  test('is ours as soon as its site exists', async () => {
    const context = await deployment()
    expect(await context.sites.originOf('https://new.example')).toBeNull()
    await register(context, 'https://new.example')
    expect(await context.sites.originOf('https://new.example/x')).toBe('https://new.example')
    expect(await context.sites.isRegistered('https://new.example')).toBe(true)
  })
  test('is no longer ours soon after its site is deleted', async () => {
    const context = await deployment()
    await register(context, 'https://old.example')
    expect(await context.sites.isRegistered('https://old.example')).toBe(true)
    await context.database.db.deleteFrom('site').execute()
    context.clock.advance(10_000)
    expect(await context.sites.isRegistered('https://old.example')).toBe(false)
  })
  test('is ours while a setup link has admitted it', async () => {
    const { sites } = await deployment()
    sites.admit('https://setup.example')
    expect(await sites.originOf('https://setup.example/x')).toBe('https://setup.example')
    expect(await sites.originOf('https://other.example')).toBeNull()
  })
  test('behind a proxy that ends TLS is the registered origin', async () => {
    const { sites } = await deployment({ HUB_URL: 'https://studio.example' })
    expect(await sites.originOf('http://studio.example/x')).toBe('https://studio.example')
  })

  test.each([
    'https://unknown.example',
    'https://studio.example.evil.example',
    'https://evil-studio.example',
    'https://sub.studio.example',
    'https://studio.example:8443',
    'http://studio.example:8080',
    'http://192.168.0.7:4321',
    'not an address',
    ''
  ])('%j is not ours', async address => {
    const context = await deployment({ HUB_URL: 'https://studio.example' })
    expect(await context.sites.originOf(address)).toBeNull()
    expect(await context.sites.isRegistered(address)).toBe(false)
  })
})

describe('a dated host name', () => {
  const DATED = 'https://20261121.studio.example'
  test('belongs to a site that allows dates', async () => {
    const context = await deployment()
    await register(context, 'https://studio.example', 1)
    expect(await context.sites.originOf(`${DATED}/de/flux?x`)).toBe('https://studio.example')
    expect(await context.sites.isRegistered(DATED)).toBe(true)
    for (const other of [
      'http://20261121.studio.example',
      'https://2026112.studio.example',
      'https://202611210.studio.example',
      'https://2026112a.studio.example',
      'https://20261121.20261121.studio.example',
      'https://20261121.www.studio.example',
      'https://20261121.studio.example:8443',
      'https://20261121studio.example',
      'https://20261121.studio.example.evil.example',
      'https://20261121.',
      'https://20261121.evil.example'
    ])
      expect([other, await context.sites.isRegistered(other)]).toEqual([other, false])
  })
  test('is unknown where the site does not allow dates', async () => {
    const context = await deployment({ ALLOWED_ORIGINS: 'https://configured.example' })
    await register(context, 'https://studio.example')
    for (const origin of [DATED, 'https://20261121.configured.example']) {
      expect(await context.sites.originOf(origin)).toBeNull()
      expect(await context.sites.isRegistered(origin)).toBe(false)
    }
  })
  test('is a site of its own where one has that name, and follows a change immediately', async () => {
    const context = await deployment()
    await register(context, 'https://studio.example', 1)
    expect(await context.sites.originOf(DATED)).toBe('https://studio.example')
    await register(context, DATED)
    expect(await context.sites.originOf(DATED)).toBe(DATED)
    await context.database.db.deleteFrom('site').where('id', '=', DATED).execute()
    await context.database.db.updateTable('site').set({ dated: 0 }).execute()
    context.sites.forget()
    expect(await context.sites.originOf(DATED)).toBeNull()
  })
})

describe('a page that calls across origins', () => {
  test.each([
    ['https://studio.example', true],
    // An attacker on the network can serve pages of the same host without TLS.
    ['http://studio.example', false],
    ['null', false],
    ['http://localhost:9999', false]
  ])('from %s is registered: %s', async (origin, believed) => {
    const context = await deployment()
    await register(context, 'https://studio.example')
    expect(await context.sites.isRegistered(origin)).toBe(believed)
  })
})
