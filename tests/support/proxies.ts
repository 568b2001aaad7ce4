import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, type ProxyName } from '../../scripts/proxies.ts'
import { freePort } from '../../scripts/postgres.ts'
import { readDeployFile, replaceWords } from './deploy-files.ts'
import { followProcess } from './process.ts'

/** A web server that runs a file of `deploy/` on free ports of 127.0.0.1. */
export type RunningProxy = {
  http: number
  https: number
  /** The certificate that a client has to trust: an authority's, or the site's own. */
  authority: string
  /** The folder for certbot's challenge files; Caddy does not need it. */
  challenges: string
  stop(): Promise<void>
}

type Place = {
  folder: string
  http: number
  https: number
  upstream: string
  names: readonly string[]
}

/** The arguments of a web server, its output when it is ready, and its certificate authority. */
type Prepared = { args: string[]; ready: RegExp; authority: string }

const PREPARE: Record<ProxyName, (place: Place) => Prepared> = {
  nginx: prepareNginx,
  caddy: prepareCaddy
}

/**
 * Starts a web server with its file of `deploy/`. Only what depends on the machine is
 * replaced: names, addresses, ports, folders and certificates.
 * @param upstream host and port of Polymuse
 * @param names the sites' names, where the file says `studio.example`
 */
export async function startProxy(
  name: ProxyName,
  upstream: string,
  names: readonly string[]
): Promise<RunningProxy> {
  const program = findProgram(name)
  if (program === null) throw new Error(`There is no ${name}. \`npm test\` brings it.`)
  const folder = await mkdtemp(join(tmpdir(), `polymuse-${name}-`))
  const [http, https] = await Promise.all([freePort(), freePort()])
  const { args, ready, authority } = PREPARE[name]({ folder, http, https, upstream, names })
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder
  }
  const started = followProcess(spawn(program, args, { cwd: folder, env }))
  const stop = async (): Promise<void> => {
    started.child.kill('SIGTERM')
    await started.exited
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await started.said(ready)
    return {
      http,
      https,
      authority: readFileSync(authority, 'utf8'),
      challenges: join(folder, '.well-known/acme-challenge'),
      stop
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function prepareNginx({ folder, http, https, upstream, names }: Place): Prepared {
  const certificate = makeCertificate(folder, names)
  const file = replaceWords(readDeployFile('nginx.conf'), [
    // Remove IPv6 addresses: one address is enough, and not every machine has IPv6.
    [/^ *listen \[::\]:.*\n/gm, ''],
    [/listen 80\b/g, `listen 127.0.0.1:${http}`],
    [/listen 443\b/g, `listen 127.0.0.1:${https}`],
    [/\/etc\/letsencrypt\/live\/studio\.example\/fullchain\.pem/g, certificate],
    [/\/etc\/letsencrypt\/live\/studio\.example\/privkey\.pem/g, join(folder, 'key.pem')],
    [/\/var\/www\/html/g, folder],
    [/studio\.example/g, names.join(' ')],
    [/127\.0\.0\.1:4321\b/g, upstream]
  ])
  writeFileSync(join(folder, 'site.conf'), file)
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    each => `${each}_temp_path ${join(folder, each)};`
  )
  // A main file as Debian's /etc/nginx/nginx.conf, which includes the site's file. It writes only
  // into this folder.
  const main = [
    'daemon off;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${join(folder, 'pid')};`,
    'error_log stderr notice;',
    'events {}',
    `http { access_log off; ${kept.join(' ')} gzip on; include ${join(folder, 'site.conf')}; }`
  ]
  writeFileSync(join(folder, 'main.conf'), main.join('\n'))
  return {
    args: ['-p', folder, '-e', 'stderr', '-c', join(folder, 'main.conf')],
    ready: /start worker process \d/,
    authority: certificate
  }
}

function prepareCaddy({ folder, http, https, upstream, names }: Place): Prepared {
  const own = [
    'debug',
    'admin off',
    `http_port ${http}`,
    `https_port ${https}`,
    'default_bind 127.0.0.1',
    'local_certs',
    'skip_install_trust'
  ]
  const site = replaceWords(readDeployFile('Caddyfile'), [
    [/studio\.example/g, names.join(', ')],
    [/127\.0\.0\.1:4321\b/g, upstream]
  ])
  writeFileSync(join(folder, 'Caddyfile'), `{\n${own.join('\n')}\n}\n${site}`)
  // Caddy cannot answer for a name before it has a certificate for it.
  const ready = new RegExp(names.map(() => 'added certificate to cache').join('[^]*'))
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  return { args, ready, authority: join(folder, 'caddy/pki/authorities/local/root.crt') }
}

/**
 * Makes a self-signed certificate for all names, and its key.
 * @returns the certificate's file
 */
function makeCertificate(folder: string, names: readonly string[]): string {
  const file = join(folder, 'certificate.pem')
  const alternatives = `subjectAltName=${names.map(name => `DNS:${name}`).join(',')}`
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    join(folder, 'key.pem')
  ]
  const done = spawnSync('openssl', [
    'req',
    '-x509',
    ...key,
    '-out',
    file,
    '-days',
    '2',
    '-subj',
    '/CN=test',
    '-addext',
    alternatives
  ])
  if (done.status !== 0 || !existsSync(file))
    throw new Error(`openssl made no certificate: ${done.error?.message ?? done.stderr.toString()}`)
  return file
}

/** Writes a challenge file, as certbot does. */
export function writeChallengeFile({ challenges }: RunningProxy, name: string, text: string): void {
  mkdirSync(challenges, { recursive: true })
  writeFileSync(join(challenges, name), text)
}
