import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ASVS_LEVELS } from './support/house/asvs-levels.ts'
import { missingProof, proofsIn, readRepositoryFile } from './support/house/proofs.ts'

const ROOT = join(import.meta.dirname, '..')

describe('docs/security.md', () => {
  const proofs = proofsIn(readRepositoryFile('docs/security.md'))

  test('names only tests and files that exist', () => {
    expect(proofs.length).toBeGreaterThan(55)
    expect(proofs.map(missingProof).filter(wrong => wrong !== null)).toEqual([])
  })

  test('has a test for each class of attacks', () => {
    const [, classes = ''] = readRepositoryFile('docs/security.md').split('## Classes of attacks')
    const rows = classes.split('\n').filter(line => /^\| (?!class|-)/.test(line))
    expect(rows.length).toBeGreaterThan(35)
    expect(rows.filter(row => !proofsIn(row).some(proof => proof.includes(' › ')))).toEqual([])
  })
})

describe('docs/asvs.json', () => {
  type Row = { id: string; level: number; state: string; proof?: string; reason?: string }
  const { requirements } = JSON.parse(readRepositoryFile('docs/asvs.json')) as {
    requirements: Row[]
  }

  test('has each requirement of levels 1 and 2 once, with its level', () => {
    expect(ASVS_LEVELS.size).toBe(253)
    expect(requirements.map(({ id, level }) => [id, level])).toEqual([...ASVS_LEVELS])
  })

  test('proves what is met by tests and code that exist', () => {
    const met = requirements.filter(({ state }) => state === 'met')
    expect(
      met.map(({ proof = '' }) => missingProof(proof)).filter(wrong => wrong !== null)
    ).toEqual([])
  })

  test('has a reason for what is open or not applicable, and no other state', () => {
    const others = requirements.filter(({ state }) => state !== 'met')
    expect(others.filter(({ reason = '' }) => reason.length < 5)).toEqual([])
    expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['open', 'not applicable']))
  })
})

test('a missing test, a missing file and a test without a title are found', () => {
  expect(missingProof('tests/nothing.test.ts › x')).toBe('there is no tests/nothing.test.ts')
  expect(missingProof('tests/tables.test.ts › no such title')).toBe(
    'tests/tables.test.ts has no test "no such title"'
  )
  expect(missingProof('tests/security.test.ts')).toBe('tests/security.test.ts: no title')
  expect(missingProof('tests/security.test.ts › names only tests and files that exist')).toBeNull()
  expect(missingProof('src/servers/dispatch.ts')).toBeNull()
  expect(proofsIn('| a | `src/a.ts`, `src/b.ts` | `tests/c.test.ts` › d of %s |')).toEqual([
    'src/a.ts',
    'src/b.ts',
    'tests/c.test.ts › d of %s'
  ])
})

/** Reads all sources that run, with their paths. */
const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map(name => `src/${name.replaceAll('\\', '/')}`)
  .filter(name => /\.(ts|tsx|mjs|astro)$/.test(name) && !/\.test\./.test(name))
  .map(name => ({ name, text: readRepositoryFile(name) }))

test('no source runs text as code', () => {
  expect(sources.length).toBeGreaterThan(1000)
  const RUNS =
    /\beval\(|\bnew Function\(|\bFunction\('|from 'node:vm'|set(?:Timeout|Interval)\(['"`]/
  expect(sources.filter(({ text }) => RUNS.test(text)).map(({ name }) => name)).toEqual([])
})

/** Files of the servers that start programs, and which. */
const PROGRAMS = {
  'src/media/worker-process.ts':
    'modules of this release, with nothing of the environment but `HOME`',
  'src/servers/backup-watch.ts': 'the command `backup` of this release',
  'src/servers/service-manager.ts': '`systemd-notify`, without input of callers'
}

test('the servers start no programs but their own backup', () => {
  const starting = sources.filter(({ text }) => text.includes('child_process'))
  expect(starting.map(({ name }) => name).toSorted()).toEqual(Object.keys(PROGRAMS))
  const packages = JSON.parse(readRepositoryFile('package.json')) as { dependencies: object }
  const clients = Object.keys(packages.dependencies).filter(name =>
    /modelcontextprotocol/.test(name)
  )
  // A client of MCP must never start a program that somebody names, as its stdio form does.
  expect(clients).toEqual([])
})
