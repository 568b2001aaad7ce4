import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../../scripts/proxies.ts'
import { readDeployFile, replaceWords } from '../deploy-files.ts'
import { followProcess, type StudioProcess } from '../process.ts'

/** An address at which nginx listens, and the ports of the processes that have its part. */
export type ProxiedAddress = { address: string; ports: readonly number[] }

/**
 * Starts nginx with the file that compose.scale.yaml gives it, once for each part. Only
 * addresses are replaced.
 * @param folder a folder that the user who runs tests owns
 */
export async function startScaleProxy(
  folder: string,
  port: number,
  addresses: readonly ProxiedAddress[]
): Promise<StudioProcess> {
  const program = findProgram('nginx')
  if (program === null) throw new Error('There is no nginx. `npm test` brings it.')
  const sites = addresses.map(each => siteFor(each, port)).join('\n')
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    each => `${each}_temp_path ${join(folder, each)};`
  )
  const main = [
    'daemon off;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 1;',
    'worker_rlimit_nofile 8192;',
    `pid ${join(folder, 'pid')};`,
    'error_log stderr notice;',
    'events { worker_connections 4096; }',
    `http { access_log off; ${kept.join(' ')}\n${sites}\n}`
  ]
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'))
  const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  const started = followProcess(spawn(program, args, { cwd: folder, env: {} }))
  await started.said(/start worker process \d/)
  return started
}

/** Writes the file for one part: its own group of processes, at its own address. */
function siteFor({ address, ports }: ProxiedAddress, port: number): string {
  const group = `studio-${address.replaceAll('.', '-')}`
  const [, before = '', options = ''] =
    /^( *)server studio-1:4321(.*);$/m.exec(readDeployFile('image/nginx.conf')) ?? []
  const servers = ports.map(each => `${before}server 127.0.0.1:${each}${options};`)
  return replaceWords(readDeployFile('image/nginx.conf'), [
    [/^ *server studio-1:4321.*\n/gm, `${servers.join('\n')}\n`],
    [/^ *server studio-[23]:4321.*\n/gm, ''],
    [/upstream studio \{/g, `upstream ${group} {`],
    [/http:\/\/studio;/g, `http://${group};`],
    [/listen 80;/g, `listen ${address}:${port};`]
  ])
}
