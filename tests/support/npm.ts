import { spawn } from 'node:child_process'
import { endChild } from '../../scripts/child.ts'

export type NpmCommand = {
  /** Exit code, and all output except what `NODE_DEBUG=module` adds. */
  ended: Promise<{ code: number | null; output: string }>
  /**
   * Waits until the output matches.
   * @returns the first group
   */
  said(pattern: RegExp): Promise<string>
  /** Returns the builds of React loaded so far. It needs `NODE_DEBUG=module`. */
  reactBuilds(): string[]
  stop(): Promise<void>
}

const ROOT = new URL('../..', import.meta.url)
const REACT_BUILD = /load ".*\/react(?:-dom)?\/cjs\/[\w.-]+\.(development|production)\.js"/

/**
 * Runs `npm <args>` as a user types it. Its environment contains only what is given here.
 * @param cwd another copy of the project
 */
export function startNpm(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd: URL | string = ROOT
): NpmCommand {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('npm', args, {
    cwd,
    detached: true,
    env: { PATH, HOME, NO_COLOR: '1', POLYMUSE_CONFIG: 'off', ...environment }
  })
  let output = ''
  const builds = new Set<string>()
  const watchers = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('MODULE ')) builds.add(REACT_BUILD.exec(line)?.[1] ?? '')
        else output += `${line}\n`
      }
      for (const look of watchers) look()
    })
  }
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve)
  )
  return {
    ended: ended.then(code => ({ code, output })),
    async said(pattern) {
      await Promise.race([
        ended,
        new Promise<void>(resolve => {
          const look = (): void => void (pattern.test(output) && watchers.delete(look) && resolve())
          watchers.add(look)
          look()
        })
      ])
      const match = pattern.exec(output)
      if (match === null)
        throw new Error(`npm ${args.join(' ')} ended without ${pattern}:\n${output}`)
      return match[1] ?? ''
    },
    reactBuilds: () => [...builds].filter(build => build !== ''),
    async stop() {
      await endChild(child)
      await ended
    }
  }
}
