import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The environment of a process whose modules another one has compiled: a third of the time of its start. It is kept by
 * address, so that a change is compiled anew.
 */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'polymuse-compiled') }

/** Tells a test that this process can be asked; what was compiled is kept first, since it will be killed. */
export function sayReady(url: string): void {
  flushCompileCache()
  process.stdout.write(`ready ${url}\n`)
}
