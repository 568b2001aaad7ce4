// Breaks a working set-up in one way after another, with real servers: the doctor must name exactly
// that part, and say what to do.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectDatabase, openDatabase, sqliteFile } from '#servers/lib/database/database.ts'
import { createDnsLookup, type DnsLookup } from '#servers/lib/resolver.ts'
import { listen } from '#servers/listen.ts'
import { backup } from '#servers/operation/backup.ts'
import { openStores } from '#servers/operation/stores.ts'
import { examineSetup } from '#servers/operation/doctor/doctor.ts'
import type { CheckName } from '#core/doctor-checks.ts'
import type { DoctorMeans, Finding } from '#servers/operation/doctor/findings.ts'
import { loadPushKeys } from '#servers/push/keys.ts'
import { makeLocalCertificate, type TestCertificate } from '../support/certificates.ts'
import { runCommand } from '../support/command.ts'
import { freshStore } from '../support/database.ts'
import { startDnsServer } from '../support/dns-server.ts'
import { doseOf } from '../support/dose.ts'
import { startOpenaiServer } from '../support/openai-server.ts'
import { OPENAI_MODELS } from '../support/openai-models.ts'
import { startOwnProxy, type ProxyMistakes } from '../support/own-proxy.ts'
import { startS3Server } from '../support/s3-server.ts'
import { startMailServer } from '../support/smtp.ts'
import { openStudio, type TestStudio } from '../support/studio.ts'

/** The secret of every test studio. */
const SECRET = 'x'.repeat(40)
const GB = 1024 ** 3

let studio: TestStudio
let upstream = ''
let certificate: TestCertificate
let lookup: DnsLookup
/** A set-up without a mistake. */
let healthy: Record<string, string>
const stops: (() => Promise<unknown>)[] = []
const later: (() => Promise<unknown>)[] = []
const trusted = getCACertificates('default')

beforeAll(async () => {
  studio = await openStudio()
  const { config } = studio.context
  const running = await listen(studio, {
    ...config,
    port: 0,
    host: '127.0.0.1',
    trustProxy: true
  })
  upstream = running.url
  await loadPushKeys(studio.context)
  const [vendor, s3, mail, dns] = await Promise.all([
    startOpenaiServer({ models: [...OPENAI_MODELS], keys: { 'sk-refused': 'unauthorized' } }),
    startS3Server(),
    startMailServer(),
    startDnsServer(() => [])
  ])
  certificate = makeLocalCertificate(90)
  setDefaultCACertificates([...trusted, certificate.cert])
  const proxy = await startOwnProxy(certificate, upstream)
  lookup = createDnsLookup({ servers: [dns.address] })
  healthy = {
    POLYMUSE_CONFIG: 'off',
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl !== null && { DATABASE_URL: config.databaseUrl }),
    SECRET,
    HUB_URL: proxy.origin,
    TRUST_PROXY: 'true',
    STORAGE_URL: s3.url,
    SMTP_URL: `${mail.url}?tls=off`,
    SMTP_FROM: 'studio@example.com',
    OPENAI_API_KEY: 'sk-good',
    OPENAI_BASE_URL: vendor.url,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1'
  }
  stops.push(proxy.close, vendor.close, s3.close, mail.down, dns.close, running.stop)
})
afterEach(async () => {
  for (const stop of later.splice(0).toReversed()) await stop()
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  for (const stop of stops) await stop()
  await studio.context.close()
})

/** A disk with room, since the disk of this machine may be full. */
const ROOM = { free: 50 * GB, total: 100 * GB }

function examine(
  environment: Record<string, string>,
  means: Partial<DoctorMeans> = {}
): Promise<Finding[]> {
  const measureDisk = () => Promise.resolve(ROOM)
  return examineSetup({ ...healthy, ...environment }, () => undefined, {
    lookup,
    measureDisk,
    slowQuery: Infinity,
    ...means
  })
}

const bad = (found: readonly Finding[]): Finding[] =>
  found.filter(({ state }) => state === 'failed' || state === 'warning')

/** Puts another proxy in front of the same Polymuse, or of another server. */
async function behind(
  mistakes: ProxyMistakes = {},
  { days, to = upstream }: { days?: number; to?: string } = {}
): Promise<Record<string, string>> {
  const own = days === undefined ? certificate : makeLocalCertificate(days)
  if (days !== undefined && days > 0) setDefaultCACertificates([...trusted, own.cert])
  const proxy = await startOwnProxy(own, to, mistakes)
  later.push(proxy.close, async () => setDefaultCACertificates([...trusted, certificate.cert]))
  return { HUB_URL: proxy.origin }
}

async function otherServer(): Promise<string> {
  const server = createServer((_, response) => response.end('It works!'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  later.push(() => new Promise(resolve => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Makes a database that cannot be used: a damaged file, or PostgreSQL without the extension. */
async function brokenDatabase(): Promise<Record<string, string>> {
  const store = await freshStore(undefined, true)
  later.push(store.remove)
  if (store.databaseUrl === null) {
    await writeFile(sqliteFile(store.dataDir), 'This is not a database. '.repeat(100))
    return { DATA_DIR: store.dataDir }
  }
  const database = await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir })
  await sql`drop extension pg_trgm cascade`.execute(database.db)
  await database.close()
  return { DATA_DIR: store.dataDir, DATABASE_URL: store.databaseUrl }
}

async function newerDatabase(): Promise<Record<string, string>> {
  const store = await freshStore('sqlite', true)
  later.push(store.remove)
  const database = connectDatabase({ url: null, dataDir: store.dataDir })
  await sql`update schema_version set version = 9999`.execute(database.db)
  await database.close()
  return { DATA_DIR: store.dataDir, DATABASE_URL: '' }
}

/** Makes a folder with a backup from three days ago. */
async function oldBackup(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'polymuse-old-'))
  later.push(() => rm(folder, { recursive: true, force: true }))
  const { config } = studio.context
  await backup(openStores(config), folder, Date.now() - 3 * 86_400_000, {
    say: () => undefined,
    signal: new AbortController().signal
  })
  return { BACKUP_DIR: folder }
}

type SetUp = {
  broken: () => Promise<Record<string, string>> | Record<string, string>
  means?: Partial<DoctorMeans>
  state?: Finding['state']
  check: CheckName
  says: RegExp
  advice: RegExp
}

const SET_UPS: Record<string, SetUp> = {
  'a setting that is no number': {
    broken: () => ({ PORT: 'many' }),
    check: 'configuration',
    says: /^PORT must be a number/,
    advice: /README\.md/
  },
  'a name without an address': {
    broken: () => ({ HUB_URL: 'https://missing.test' }),
    check: 'dns',
    says: /^missing\.test of HUB_URL has no IP address \(ENOTFOUND\)/,
    advice: /add an A record for missing\.test/
  },
  'an expired certificate': {
    broken: () => behind({}, { days: -3 }),
    check: 'tls',
    says: /expired on 20\d\d-/,
    advice: /certbot renew/
  },
  'a certificate that ends soon': {
    broken: () => behind({}, { days: 5.5 }),
    state: 'warning',
    check: 'tls',
    says: /ends in 5 days/,
    advice: /certbot renew/
  },
  'a certificate for another name': {
    broken: async () => ({
      HUB_URL: (await behind())['HUB_URL']?.replace('localhost', '127.0.0.1') ?? ''
    }),
    check: 'tls',
    says: /is not for 127\.0\.0\.1, but for localhost/,
    advice: /Get a certificate for 127\.0\.0\.1/
  },
  'a certificate that nobody trusts': {
    broken: async () => {
      const place = await behind({}, { days: 30 })
      setDefaultCACertificates([...trusted, certificate.cert])
      return place
    },
    check: 'tls',
    says: /do not trust the certificate/,
    advice: /fullchain\.pem/
  },
  'an address where nothing listens': {
    broken: async () => {
      const place = await behind()
      await later.shift()?.()
      return place
    },
    check: 'proxy',
    says: /^Nothing answers at https:\/\/localhost:\d+ \(ECONNREFUSED\)/,
    advice: /Start Polymuse and the proxy/
  },
  'a proxy without Polymuse behind it': {
    broken: () => behind({}, { to: 'http://127.0.0.1:9' }),
    check: 'proxy',
    says: /answers 502/,
    advice: /forward to its HOST and PORT/
  },
  'a proxy that leads to another server': {
    broken: async () => behind({}, { to: await otherServer() }),
    check: 'proxy',
    says: /answered by another server \(status 200\)/,
    advice: /the same SECRET/
  },
  'a proxy that buffers answers': {
    broken: () => behind({ buffers: true }),
    check: 'proxy',
    says: /holds answers back/,
    advice: /proxy_buffering off/
  },
  'a proxy that does not tell the scheme': {
    broken: () => behind({ silent: true }),
    check: 'proxy',
    says: /arrive as http:\/\/127\.0\.0\.1:\d+\.$/,
    advice: /X-Forwarded-Proto/
  },
  'a proxy that takes small uploads only': {
    broken: () => behind({ limit: 1_000_000 }),
    check: 'proxy',
    says: /refuses uploads of UPLOAD_LIMIT \(104857600 bytes\)/,
    advice: /client_max_body_size/
  },
  'a data folder that cannot be written': {
    broken: () => ({ DATA_DIR: '/proc/self/fdinfo' }),
    check: 'disk',
    says: /cannot be written/,
    advice: /set DATA_DIR to another folder/
  },
  'a disk that is nearly full': {
    broken: () => ({}),
    means: { measureDisk: () => Promise.resolve({ free: 5 * GB, total: 100 * GB }) },
    state: 'warning',
    check: 'disk',
    says: /has 5\.0 GB \(5 %\) left/,
    advice: /Free some space/
  },
  'a damaged database, or one without its extension': {
    broken: brokenDatabase,
    check: 'database',
    says: /cannot be used: file is not a database|lacks the extension pg_trgm/,
    advice: /restore the newest backup|CREATE EXTENSION pg_trgm/
  },
  'a database of a newer version': {
    broken: newerDatabase,
    check: 'database',
    says: /has schema 9999/,
    advice: /Start the newer Polymuse/
  },
  'a slow database': {
    broken: () => ({}),
    means: { slowQuery: 0 },
    state: 'warning',
    check: 'database',
    says: /takes \d+ ms for the simplest query/,
    advice: /same machine or network/
  },
  'a PostgreSQL that does not run': {
    broken: () => ({ DATABASE_URL: 'postgres://ada:pw@127.0.0.1:9/muse' }),
    check: 'database',
    says: /^PostgreSQL cannot be used \(ECONNREFUSED\)/,
    advice: /DATABASE_URL/
  },
  'a file store with a wrong secret': {
    broken: () => ({
      STORAGE_URL: (healthy['STORAGE_URL'] ?? '').replace(/:[^:@]+@/, ':wrong@')
    }),
    check: 'storage',
    says: /refuses the keys of STORAGE_URL/,
    advice: /Check key and secret/
  },
  'a mail server that refuses the password': {
    broken: () => ({ SMTP_URL: (healthy['SMTP_URL'] ?? '').replace(/:[^:@]+@/, ':wrong@') }),
    check: 'email',
    says: /does not take emails from us \(EAUTH/,
    advice: /Check user and password in SMTP_URL/
  },
  'a key that the provider refuses': {
    broken: () => ({ OPENAI_API_KEY: 'sk-refused' }),
    check: 'providers',
    says: /^openai \(key …used\) does not work/,
    advice: /new key/
  },
  'a proxy that keeps Stripe out': {
    broken: () => behind({ refuses: '/api/v1/payments' }),
    check: 'webhooks',
    says: /where Stripe reports, is not answered by Polymuse \(403\)/,
    advice: /forward this path/
  },
  'another SECRET than that of the database': {
    broken: () => ({ SECRET: 'y'.repeat(40), HUB_URL: '', STRIPE_SECRET_KEY: '' }),
    check: 'push',
    says: /sealed with another SECRET/,
    advice: /SECRET_PREVIOUS/
  },
  'a folder for backups that cannot be written': {
    broken: () => ({ BACKUP_DIR: '/proc/self/fdinfo' }),
    check: 'backups',
    says: /^Backups cannot be written to/,
    advice: /write access/
  },
  'a newest backup that is days old': {
    broken: oldBackup,
    state: 'warning',
    check: 'backups',
    says: /is 7\d hours old/,
    advice: /`npm run backup` shows why/
  },
  'a clock that is two minutes ahead': {
    broken: () => ({}),
    means: { now: () => Date.now() + 120_000 },
    state: 'warning',
    check: 'clock',
    says: /1[12]\d seconds ahead of/,
    advice: /set-ntp/
  }
}

test('a healthy set-up passes every check', async () => {
  const found = await examine({})
  expect(bad(found)).toEqual([])
  expect(found.filter(({ state }) => state === 'ok').map(({ check }) => check)).toEqual([
    'configuration',
    'dns',
    'tls',
    'proxy',
    'disk',
    'database',
    'storage',
    'email',
    'providers',
    'webhooks',
    'push',
    'clock'
  ])
})

const broken = doseOf(Object.entries(SET_UPS), 5)
test.each(broken)('the doctor names %s, and nothing else', async (_, setUp) => {
  const { state = 'failed', check, says, advice } = setUp
  expect(bad(await examine(await setUp.broken(), setUp.means))).toEqual([
    { check, state, says: expect.stringMatching(says), advice: expect.stringMatching(advice) }
  ])
})

test('the command prints findings for people and for programs, and fails with them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polymuse-doctor-'))
  later.push(() => rm(folder, { recursive: true, force: true }))
  const place = { dataDir: folder, databaseUrl: null }
  const well = await runCommand('doctor', place)
  expect(well.output).toMatch(/^ok {7}configuration The settings are valid\.\n/)
  expect([well.code, well.output]).toEqual([0, expect.stringMatching(/ 0 failed, /)])
  const environment = { PORT: 'many', SECRET: 'short' }
  const ill = await runCommand('doctor', { ...place, environment })
  expect([ill.code, ill.output]).toEqual([
    1,
    expect.stringMatching(/^FAILED {3}configuration SECRET must.*\n +→ Correct this setting/)
  ])
  const told = await runCommand('doctor', { ...place, environment }, '--json')
  const { failed, findings } = JSON.parse(told.output) as { failed: number; findings: Finding[] }
  const states = findings.map(({ state }) => state)
  expect([told.code, failed, states]).toEqual([1, 2, ['failed', 'failed', 'skipped']])
})
