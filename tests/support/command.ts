import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { COMPILED } from './compiled.ts'
import type { Store } from './database.ts'

export type Command = {
  child: ChildProcess
  ended: Promise<{ code: number | null; output: string }>
}

type Place = Pick<Store, 'dataDir' | 'databaseUrl'> & {
  storageUrl?: string
  environment?: Readonly<Record<string, string>>
}

/**
 * Starts a script on a store as an operator does. Its environment contains only what is given here.
 */
function startCommand(
  script: string,
  { dataDir, databaseUrl, storageUrl, environment = {} }: Place,
  ...args: string[]
): Command {
  const places = {
    DATA_DIR: dataDir,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    ...(storageUrl !== undefined && { STORAGE_URL: storageUrl })
  }
  const env = {
    PATH: process.env['PATH'] ?? '',
    POLYMUSE_CONFIG: 'off',
    ...COMPILED,
    ...places,
    ...environment
  }
  const child = spawn(process.execPath, ['scripts/run.mjs', script, ...args], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    child,
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  }
}

/** Runs a script as {@link startCommand} does, to its end. */
export function runCommand(script: string, store: Place, ...args: string[]): Command['ended'] {
  return startCommand(script, store, ...args).ended
}
