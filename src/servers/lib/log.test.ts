import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs a separate process that logs this entry and returns its output. */
function logged(level: string, entry: object): string {
  const script = `import { createLog } from '#servers/lib/log.ts'; createLog('${level}').info(${JSON.stringify(entry)}, 'said')`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    .stdout
}

test('writes an event as one line of JSON with its time', () => {
  const line = logged('info', { trace: 't1', status: 200 })
  expect(line.trimEnd()).not.toContain('\n')
  expect(JSON.parse(line)).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    trace: 't1',
    status: 200,
    msg: 'said'
  })
})

test('writes nothing below its level', () => {
  expect(logged('warn', { trace: 't1' })).toBe('')
  expect(logged('silent', { trace: 't1' })).toBe('')
})

test('hides the query values in database errors', () => {
  const line = logged('info', {
    err: {
      message: 'duplicate key',
      detail: 'Key (email)=(ada@example.com) exists',
      where: "parameter $1 = 'hush'"
    }
  })
  expect(line).toContain('duplicate key')
  expect(line).not.toMatch(/ada@|hush/)
})

test('hides secrets by their names at any depth', () => {
  const secrets = Object.fromEntries(
    ['authorization', 'cookie', 'token', 'password', 'secret', 'key', 'apiKey'].map(name => [
      name,
      `${name}-VALUE`
    ])
  )
  const line = logged('info', {
    ...secrets,
    request: secrets,
    err: { config: secrets },
    harmless: 'shown'
  })
  expect(line).toContain('shown')
  expect(line.match(/\w+-VALUE/g)).toBeNull()
})
