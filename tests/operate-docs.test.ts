// Runs every command of the operating guide (/docs/operate) on a machine below a folder, from a real
// release. Programs that change a machine, such as systemctl and docker, are replaced. Their words
// are checked against the files and services that they name.
import { execFile, spawn } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from '#contract/settings-table.ts'
import { OPERATE_COMMANDS, type OperateCommand } from '#sections/docs/operate/commands.ts'
import { OPERATE_PARTS } from '#sections/docs/operate/parts.ts'
import { STRIPE_CALLBACK } from '#servers/config-shop.ts'
import { freePort } from '../scripts/postgres.ts'
import { startNpm } from './support/npm.ts'
import { startOpenaiServer } from './support/openai-server.ts'
import {
  createOperateWorld,
  findOnly,
  type OperateRun,
  type OperateWorld
} from './support/operate-world.ts'
import { followProcess } from './support/process.ts'
import { tryReleased } from './support/released.ts'

const ROOT = join(import.meta.dirname, '..')
const LAUNCHER = readFileSync(join(ROOT, 'deploy/archive/polymuse'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

let world: OperateWorld
let unpacked = ''
const inWorld = (path: string): string => join(world.folder, path)
const read = (path: string): string => readFileSync(inWorld(path), 'utf8')

/** Makes a release, which may need a build, installs it as the guide says, and uses it once. */
beforeAll(async () => {
  world = createOperateWorld(await mkdtemp(join(tmpdir(), 'polymuse-operate-')))
  const { code, output } = await startNpm([
    'run',
    'release',
    '--',
    '--quick',
    '--out',
    inWorld('release')
  ]).ended
  expect(code, output).toBe(0)
  await tryIt()
  unpacked = findOnly('polymuse-*-linux-*/', inWorld('release'))
  expect(world.run('service', unpacked)).toMatchObject({ status: 0 })
  const settings = read('etc/polymuse.env')
    .replaceAll('/var/', `${world.folder}/var/`)
    .replace(/^#BACKUP_DIR=.*$/m, `BACKUP_DIR=${inWorld('var/backups/polymuse')}`)
  writeFileSync(inWorld('etc/polymuse.env'), settings, { mode: 0o640 })
  const launcher = [inWorld('opt/polymuse/current/polymuse')]
  await tryReleased({ launcher, environment: { DATA_DIR: inWorld('var/lib/polymuse') } })
  for (const id of ['backupFolder', 'backup'] as const)
    expect(world.run(id, world.folder)).toMatchObject({ status: 0 })
}, 900_000)
afterAll(() => rm(world.folder, { recursive: true, force: true }))

/** Runs `try`, which serves until it is stopped. */
const tryIt = (): Promise<void> =>
  serve(
    { DATA_DIR: inWorld('tried') },
    async ({ origin }) => expect((await fetch(`${origin}/readyz`)).status).toBe(200),
    world.textOf('try', [['x64', process.arch]])
  )

/**
 * Serves while something uses it, then stops all processes that were started.
 * @param text the command that starts it; by default that of the installed service
 */
async function serve(
  environment: Record<string, string>,
  visitor: (address: URL) => Promise<void> | void,
  text = `${inWorld('opt/polymuse/current/polymuse')} start`
): Promise<void> {
  const child = spawn('bash', ['--norc', '-euc', text], {
    cwd: inWorld('release'),
    detached: true,
    env: { ...world.environment, PORT: '0', DATA_DIR: inWorld('served'), ...environment }
  })
  const started = followProcess(child)
  try {
    await visitor(new URL(await started.said(/Polymuse is at (\S+)/)))
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await started.exited
  }
}

/** Runs a command to its end and checks the words of the programs that were replaced. */
function succeed(id: OperateCommand, cwd = world.folder, changes?: [string, string][]): OperateRun {
  const ran = world.run(id, cwd, changes)
  expect(ran.status, ran.output).toBe(0)
  ran.calls.forEach(checkCall)
  return ran
}

const project = (): string => inWorld('project')

/** Checks one call of a program that was replaced. */
function checkCall(call: string): void {
  const [program = '', ...words] = call.split(' ')
  const last = words.at(-1) ?? ''
  if (program === 'systemctl') {
    if (last !== 'daemon-reload')
      expect(['polymuse', 'caddy', 'nginx', 'prometheus']).toContain(last)
    expect(['daemon-reload', 'start', 'stop', 'restart', 'reload']).toContain(words[0])
  } else if (program === 'journalctl') expect(words.slice(0, 2)).toEqual(['-u', 'polymuse'])
  else if (program === 'npm') {
    if (words[0] === 'run') expect(scripts).toHaveProperty(words[1] ?? '')
    else expect(['install', 'start']).toContain(words[0])
  } else if (program === 'kubectl')
    expect(existsSync(join(ROOT, last, 'kustomization.yaml'))).toBe(true)
  else if (program === 'docker' && words[0] === 'compose') checkCompose(words.slice(1))
  else if (program === 'docker' || program === 'podman') {
    const file = words[words.indexOf('-f') + 1] ?? ''
    if (words[0] === 'build') expect(existsSync(join(ROOT, file)), call).toBe(true)
  }
}

/** Checks that a compose file, a service and a command of the launcher exist. */
function checkCompose(words: string[]): void {
  const file = words.includes('-f') ? (words[words.indexOf('-f') + 1] ?? '') : 'compose.yaml'
  const { services } = parse(readFileSync(join(ROOT, file), 'utf8'), { merge: true }) as {
    services: Record<string, unknown>
  }
  const verb = words.findIndex(word => ['up', 'build', 'run', 'exec', 'logs'].includes(word))
  expect(verb, words.join(' ')).not.toBe(-1)
  const rest = words.slice(verb + 1).filter(word => /^[a-z]/.test(word))
  if (rest.length > 0) expect(Object.keys(services)).toContain(rest[0])
  const asked = words[verb] === 'exec' ? words.at(-1) : rest[1]
  if (asked !== undefined) expect(LAUNCHER).toMatch(new RegExp(`^ {2}${asked}\\b`, 'm'))
}

/** Runs a command of the launcher and returns its output. */
const say = (id: OperateCommand): string => succeed(id).output

/** For each command: runs it and checks its effect. */
const RUNNERS: Record<OperateCommand, () => Promise<void> | void> = {
  // The set-up has run these four.
  try: () => expect(existsSync(join(unpacked, 'polymuse'))).toBe(true),
  service: () => expect(read('etc/polymuse.env')).toMatch(/^HUB_URL=https:\/\/studio\.example$/m),
  backupFolder: () => expect(statSync(inWorld('var/backups/polymuse')).mode & 0o77).toBe(0),
  backup: () => expect(readdirSync(inWorld('var/backups/polymuse'))).not.toEqual([]),
  setup: () => expect(say('setup')).toContain('setup=link'),
  docker: () => expect(succeed('docker', project()).output).toContain('setup=link'),
  podman() {
    succeed('podman', project())
    expect(read('etc/containers/systemd/polymuse.container')).toContain('Image=localhost/polymuse')
  },
  kubernetes() {
    succeed('kubernetes', project())
    expect(read('project/deploy/kubernetes/kustomization.yaml')).toContain('- polymuse.env')
    expect(existsSync(inWorld('project/deploy/kubernetes/polymuse.env'))).toBe(true)
  },
  image: () =>
    expect(succeed('image', project()).calls[1]).toBe('docker push registry.example/polymuse'),
  source: () => expect(succeed('source').calls).toEqual(['npm install', 'npm start']),
  resolve: () => expect(say('resolve')).toContain('203.0.113.7'),
  restart: () => expect(succeed('restart').calls).toHaveLength(2),
  caddy() {
    succeed('caddy')
    expect(read('etc/caddy/Caddyfile')).toContain('reverse_proxy')
  },
  // tests/proxies.test.ts starts a real nginx and a real Caddy with these files.
  nginx() {
    expect(succeed('nginx').calls.slice(-2)).toEqual(['nginx -t', 'systemctl reload nginx'])
    expect(read('etc/nginx/sites-enabled/polymuse')).toContain(
      '/etc/letsencrypt/live/studio.example/'
    )
    expect(existsSync(inWorld('etc/nginx/sites-enabled/default'))).toBe(false)
  },
  certificate: () => expect(succeed('certificate').calls[0]).toContain('-d second.example'),
  scaleStart: () => expect(succeed('scaleStart').calls).toHaveLength(2),
  scaleRestart: () => expect(succeed('scaleRestart').calls).toHaveLength(6),
  scaleUpgrade: () => expect(succeed('scaleUpgrade').calls.at(-1)).toMatch(/upgrade \/backups$/),
  drill: () => expect(say('drill')).toContain('The backup can be restored'),
  restore() {
    const [name = ''] = readdirSync(inWorld('var/backups/polymuse'))
    succeed('restore', world.folder, [['polymuse-2026-11-27T04-00-00Z', name]])
    expect(readdirSync(inWorld('var/lib/polymuse'))).toEqual(
      expect.arrayContaining(['polymuse.db', 'secret'])
    )
    expect(say('operators')).toBe('ada@example.com\n')
  },
  upgradeTry: () =>
    expect(succeed('upgradeTry', unpacked).output).toContain('Nothing has to change'),
  upgrade: () => expect(say('upgrade')).toContain('Nothing has to change'),
  upgradeDocker: () => expect(succeed('upgradeDocker').calls).toHaveLength(4),
  upgradeSource: () => expect(succeed('upgradeSource').calls).toContain('npm run build'),
  back() {
    succeed('back')
    expect(readlinkSync(inWorld('opt/polymuse/current'))).toBe('0.1.0')
  },
  ready: () =>
    serve({}, ({ port }) => {
      expect(succeed('ready', world.folder, [['4321', port]]).output).toContain('ready')
    }),
  async metrics() {
    const metricsPort = String(await freePort())
    await serve({ METRICS_PORT: metricsPort }, () => {
      const { output } = succeed('metrics', world.folder, [['9464', metricsPort]])
      expect(output).toContain('polymuse_')
    })
    expect(read('etc/polymuse.env')).toContain(`METRICS_PORT=${metricsPort}\n`)
  },
  prometheus() {
    succeed('prometheus')
    expect(readdirSync(inWorld('etc/prometheus'))).toEqual(['polymuse.rules.yml', 'prometheus.yml'])
  },
  log: () => expect(succeed('log').calls).toEqual(['journalctl -u polymuse --since today']),
  settingsRights() {
    succeed('settingsRights')
    expect(statSync(inWorld('etc/polymuse.env')).mode & 0o777).toBe(0o600)
  },
  secret: () => expect(say('secret')).toMatch(/^[\da-f]{64}\n$/),
  operators: () => expect(say('operators')).toBe('ada@example.com\n'),
  operatorAdd: () => expect(say('operatorAdd')).toBe('ada@example.com\n'),
  operatorRemove() {
    // The only operator stays one.
    const { status, output } = world.run('operatorRemove', world.folder)
    expect([status, output]).toEqual([1, expect.stringContaining('nobody else could sign in')])
  },
  setupAgain() {
    const { status, output } = world.run('setupAgain', world.folder)
    expect([status, output]).toEqual([1, expect.stringContaining('there is a site already')])
  },
  hardening: () =>
    expect(succeed('hardening').calls).toEqual(['systemd-analyze security polymuse']),
  ledger: () => expect(say('ledger')).toContain('all agree with the ledger'),
  audit: () => expect(say('audit')).toContain('the audit log is whole'),
  providers: () => expect(world.run('providers', world.folder).output).not.toBe(''),
  async modelServer() {
    // The server runs in this process, which must not wait for the command.
    const server = await startOpenaiServer()
    const text = world.textOf('modelServer', [['http://127.0.0.1:11434/v1', server.url]])
    const { stdout } = await promisify(execFile)('bash', ['-c', text], { env: world.environment })
    expect(stdout).toContain('"data"')
    await server.close()
  },
  doctor() {
    // Names below `.example` have no address.
    const { status, output } = world.run('doctor', world.folder)
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(/FAILED +dns[^]*\/docs\/operate\/troubleshooting/)
    ])
  },
  trace: () => expect(say('trace')).toContain('TRACE_ID')
}

test.each(Object.entries(RUNNERS))('%s', async (_, runner) => {
  await expect(Promise.resolve(runner()).then(() => 'ran')).resolves.toBe('ran')
})

const parts = Object.values(OPERATE_PARTS).flat()

test('each command has a runner, and is on a page', () => {
  const ids = Object.keys(OPERATE_COMMANDS).toSorted()
  expect(Object.keys(RUNNERS).toSorted()).toEqual(ids)
  const shown = new Set(parts.flatMap(part => ('run' in part ? [part.run] : [])))
  expect([...shown].toSorted()).toEqual(ids)
})

test('each setting of a page exists', () => {
  const known = new Set(SETTINGS.map(({ name }) => name))
  const named = parts.flatMap(part => ('settings' in part ? part.settings : []))
  expect(named.filter(name => !known.has(name))).toEqual([])
})

test('the address for Stripe is the one that Polymuse answers', () => {
  const lines = parts.flatMap(part => ('code' in part ? [part.code] : []))
  expect(lines[0]).toBe(`https://studio.example${STRIPE_CALLBACK}`)
})
