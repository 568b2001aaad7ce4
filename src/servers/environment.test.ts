import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError } from '#servers/config.ts'
import { loadSettings } from '#servers/environment.ts'

const SECRET = 's'.repeat(32)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-settings-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Writes a file that only its owner can read. */
async function file(name: string, text: string, mode = 0o600): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  await chmod(path, mode)
  return path
}

function problemsOf(environment: Record<string, string>, where = folder): readonly string[] {
  try {
    loadSettings(environment, where)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('the environment wins over the file, and the list tells where each value is from', async () => {
  const key = await file('key', `${SECRET}\n`)
  const path = await file(
    'all.env',
    [
      '\uFEFF# Settings',
      'PORT=8080',
      'export HOST=0.0.0.0',
      'FREE_AMOUNT=5 # credits',
      'MANUAL_PAYMENT="Send it to',
      'the bank # 7"',
      `SECRET_FILE=${key}`
    ].join('\r\n')
  )
  const { config, warnings } = loadSettings({ POLYMUSE_CONFIG: path, PORT: '9090', HOST: '' })
  expect(config).toMatchObject({
    port: 9090,
    host: '0.0.0.0',
    freeAmount: 5_000_000,
    secret: SECRET
  })
  expect(config.manualPayment?.split(/\r?\n/)).toEqual(['Send it to', 'the bank # 7'])
  expect(warnings).toEqual([])
  expect(config.settings.file).toBe(path)
  const sources = Object.fromEntries(config.settings.items.map(each => [each.name, each.source]))
  expect(sources).toMatchObject({
    PORT: 'environment',
    HOST: 'file',
    SECRET: 'secret_file',
    DATA_DIR: 'default'
  })
})

test('polymuse.env in the working directory is read, unless POLYMUSE_CONFIG is off', async () => {
  const own = join(folder, 'own')
  await mkdir(own)
  await writeFile(join(own, 'polymuse.env'), 'PORT=8081\n')
  expect(loadSettings({}, own).config.port).toBe(8081)
  expect(loadSettings({ POLYMUSE_CONFIG: 'off' }, own).config.port).toBe(4321)
  expect(loadSettings({}, folder).config.settings.file).toBeNull()
})

test('a variable of the environment also replaces the file of that secret', async () => {
  const path = await file('secret.env', 'SECRET_FILE=/nowhere\nPORT=7\n')
  // PORT is no secret, so PORT_FILE belongs to another program.
  const { config } = loadSettings({ POLYMUSE_CONFIG: path, SECRET, PORT_FILE: '/x' })
  expect(config.port).toBe(7)
  expect(config.settings.items.find(({ name }) => name === 'SECRET')).toEqual({
    name: 'SECRET',
    group: 'server',
    source: 'environment',
    secret: true,
    value: null
  })
})

test('a settings file that is missing, or a directory, is named with what to do', () => {
  expect(problemsOf({ POLYMUSE_CONFIG: join(folder, 'none.env') })).toEqual([
    `POLYMUSE_CONFIG names ${join(folder, 'none.env')}, which does not exist. Correct the path, or leave it out.`
  ])
  expect(problemsOf({ POLYMUSE_CONFIG: folder })).toEqual([
    `POLYMUSE_CONFIG names ${folder}, which is a directory. Correct the path, or leave it out.`
  ])
})

test('each file of a secret that cannot be used is named, together with wrong values', async () => {
  const empty = await file('empty', '\n')
  const large = await file('large', 'x'.repeat(300_000))
  const none = join(folder, 'none')
  expect(
    problemsOf({
      PORT: 'many',
      SECRET,
      SECRET_FILE: empty,
      SECRET_PREVIOUS_FILE: none,
      OPENAI_API_KEY_FILE: folder,
      DATABASE_URL_FILE: empty,
      SMTP_URL_FILE: large
    })
  ).toEqual([
    'SECRET and SECRET_FILE are both set in the environment. Remove one of them.',
    `SECRET_PREVIOUS_FILE names ${none}, which does not exist. It must hold the value of SECRET_PREVIOUS alone.`,
    `DATABASE_URL_FILE names ${empty}, which is empty. Write the value of DATABASE_URL into it, or remove DATABASE_URL_FILE.`,
    `OPENAI_API_KEY_FILE names ${folder}, which is a directory. It must hold the value of OPENAI_API_KEY alone.`,
    `SMTP_URL_FILE names ${large}, which is larger than 256 KB. It must hold the value of SMTP_URL alone.`,
    'PORT must be a number from 0 to 65535, not "many"'
  ])
})

test('unknown names and lines in the settings file are named, with the closest name', async () => {
  const path = await file(
    'wrong.env',
    [
      'PROT=1',
      'PORT_FILE=/x',
      'SMTP_URL_FIEL=/x',
      'CAT_PICTURES=on',
      'POLYMUSE_CONFIG=/x',
      'PORT: 80',
      'STRIPE_SECRET_KEY=sk_a#b',
      'STRIPE_WEBHOOK_SECRET="whsec_a#b"'
    ].join('\n')
  )
  expect(problemsOf({ POLYMUSE_CONFIG: path }).toSorted()).toEqual(
    [
      'line 6 is not like NAME=value.',
      'line 7: a # begins a comment. Put the value of STRIPE_SECRET_KEY into quotes: STRIPE_SECRET_KEY="…"',
      'Polymuse has no setting PROT. Did you mean PORT?',
      'Polymuse has no setting PORT_FILE. README.md lists all of them.',
      'Polymuse has no setting SMTP_URL_FIEL. Did you mean SMTP_URL_FILE?',
      'Polymuse has no setting CAT_PICTURES. README.md lists all of them.',
      'POLYMUSE_CONFIG works in the environment only. Remove it here.'
    ]
      .map(problem => `${path}: ${problem}`)
      .toSorted()
  )
})

test('a settings file with secrets that everybody can read gets a warning', async () => {
  const path = await file('open.env', `PORT=1\nSECRET=${SECRET}\n`, 0o644)
  expect(loadSettings({ POLYMUSE_CONFIG: path }).warnings).toEqual([
    `Every user of this machine can read ${path}, which holds SECRET. Run: chmod o-rwx ${path}`
  ])
  const plain = await file('plain.env', 'PORT=1\n', 0o644)
  expect(loadSettings({ POLYMUSE_CONFIG: plain }).warnings).toEqual([])
})
