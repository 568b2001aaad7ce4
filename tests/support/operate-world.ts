import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATE_COMMANDS, type OperateCommand } from '#sections/docs/operate/commands.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Programs that change the machine, or are not on it. Each only writes down its words. */
const STUBS = [
  'apt-get',
  'certbot',
  'chown',
  'editor',
  'kubectl',
  'nginx',
  'npm',
  'podman',
  'systemctl',
  'systemd-analyze'
]

const LINK = 'Polymuse is ready: https://studio.example/?setup=link'

/** Programs that do a part of what the real ones do. */
const SHIMS: Readonly<Record<string, string>> = {
  sudo: `while :; do case $1 in -H) shift ;; -u) shift 2 ;; *) break ;; esac; done\nexec "$@"`,
  'systemd-run': `set -a
while :; do
  case $1 in
    --property=EnvironmentFile=*) . "\${1#--property=EnvironmentFile=}" && shift ;;
    --*) shift ;;
    *) break ;;
  esac
done
exec "$@"`,
  journalctl: `echo "journalctl $*" >>"$CALLS"\necho '${LINK}'\necho 'provider failed TRACE_ID'`,
  docker: `echo "docker $*" >>"$CALLS"\ncase "$*" in *' logs '*) echo '${LINK}' ;; esac`,
  getent: `echo "getent $*" >>"$CALLS"\necho '203.0.113.7 studio.example'`,
  // Only root may give a folder to another user.
  install: `[ "$1 $2 $4 $5" = '-d -o -m 700' ] || exit 9\nmkdir -p -m 700 "$6"`
}

/** Folders that packages of Debian create. */
const FOLDERS = [
  'etc/caddy',
  'etc/containers/systemd',
  'etc/nginx/sites-available',
  'etc/nginx/sites-enabled',
  'etc/prometheus',
  'var/lib',
  'var/backups'
]

/** Result of a command: its exit code, its output, and the words of each stub that it ran. */
export type OperateRun = { status: number | null; output: string; calls: readonly string[] }

/** A machine below a folder, where the commands of the operating guide run. */
export type OperateWorld = {
  folder: string
  /** Returns the text of a command with the paths of this machine. */
  textOf(id: OperateCommand, changes?: readonly (readonly [string, string])[]): string
  run(id: OperateCommand, cwd: string, changes?: readonly (readonly [string, string])[]): OperateRun
  /** Variables of the programs that run here. */
  environment: Record<string, string>
}

/** Makes a machine in an empty folder, with a copy of `deploy/` in `project/`. */
export function createOperateWorld(folder: string): OperateWorld {
  for (const path of ['bin', ...FOLDERS]) mkdirSync(join(folder, path), { recursive: true })
  cpSync(join(ROOT, 'deploy'), join(folder, 'project/deploy'), { recursive: true })
  writeFileSync(join(folder, 'etc/nginx/sites-enabled/default'), '')
  const programs = {
    ...SHIMS,
    ...Object.fromEntries(STUBS.map(name => [name, `echo "${name} $*" >>"$CALLS"`]))
  }
  for (const [name, body] of Object.entries(programs))
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  const calls = join(folder, 'calls')
  const environment = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, CALLS: calls }
  const textOf: OperateWorld['textOf'] = (id, changes = []) =>
    changes
      .reduce((text, [from, to]) => replaceFound(text, from, to), OPERATE_COMMANDS[id] as string)
      .replaceAll(/(?<![\w.}])\/(?=(?:opt|etc|var)\/)/g, `${folder}/`)
      .replace('./install.sh', `./install.sh --root ${folder}`)
  return {
    folder,
    environment,
    textOf,
    run(id, cwd, changes) {
      writeFileSync(calls, '')
      const { status, stdout, stderr } = spawnSync(
        'bash',
        ['--norc', '-euo', 'pipefail', '-c', textOf(id, changes)],
        { cwd, encoding: 'utf8', env: environment }
      )
      const lines = readFileSync(calls, 'utf8')
        .split('\n')
        .filter(line => line !== '')
      return { status, output: stdout + stderr, calls: lines }
    }
  }
}

function replaceFound(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The command has no ${from}: ${text}`)
  return text.replaceAll(from, to)
}

/** Returns the path of the only file or folder of a pattern. @throws Error when there are others */
export function findOnly(pattern: string, cwd: string): string {
  const found = globSync(pattern, { cwd })
  if (found.length !== 1) throw new Error(`${found.length} of ${pattern} in ${cwd}`)
  return join(cwd, found[0] ?? '')
}
