import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { runChild } from './child.ts'

const node = (script: string): Promise<number> => runChild(process.execPath, ['-e', script])

test('a child returns its exit code, or 128 plus the number of the signal that ended it', async () => {
  expect(await node('process.exit(3)')).toBe(3)
  expect(await node('process.kill(process.pid, "SIGTERM")')).toBe(143)
  expect(await node('process.kill(process.pid, "SIGKILL")')).toBe(137)
  await expect(runChild('/nowhere/program', [])).rejects.toThrow('ENOENT')
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129]
] as const)('%s ends the children first, cleans up, then exits', async (signal, code) => {
  const script = `
    import { endOnSignals, startChild } from './scripts/child.ts'
    endOnSignals(async () => console.log('cleaned'))
    const child = startChild(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("up")'], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.once('exit', () => console.log('child gone'))
    child.stdout.once('data', () => console.log('ready'))
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let said = ''
  parent.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (chunk.toString().includes('ready')) parent.kill(signal)
  })
  expect(await once(parent, 'close')).toEqual([code, null])
  expect(said).toBe('ready\nchild gone\ncleaned\n')
})
