// The files of deploy/prometheus and deploy/grafana, with a real Prometheus in `npm run test:all`.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../scripts/postgres.ts'
import { findProgram } from '../scripts/proxies.ts'
import { freshContext, type TestContext } from './support/context.ts'
import { readDeployFile, replaceWords } from './support/deploy-files.ts'
import { FULL_DOSE } from './support/dose.ts'
import { followProcess, startStudio } from './support/process.ts'
import { readSamples } from './support/samples.ts'

const CASES = join(import.meta.dirname, 'support/alerts.test.yml')
const RULES = 'prometheus/polymuse.rules.yml'

type Panel = { title: string; type: string; targets?: { expr: string }[] }
const { panels } = JSON.parse(readDeployFile('grafana/polymuse.json')) as { panels: Panel[] }
const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Lists the names of metrics in a text; a histogram has its own name. */
function namesIn(text: string): string[] {
  const found = text.match(/\b(?:polymuse|process|nodejs)_\w+/g) ?? []
  return [...new Set(found.map(name => name.replace(/_(bucket|sum|count)$/, '')))].toSorted()
}

describe('the files', () => {
  let context: TestContext
  let scrape = ''
  beforeAll(async () => {
    context = await freshContext({ environment: { METRICS_PORT: '0' } })
    scrape = (await context.meter?.report()) ?? ''
  })
  afterAll(() => context.close())

  test('each metric of the alerts and the dashboard exists', () => {
    const rules = readDeployFile(RULES)
    const exists = new Set([...scrape.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const named = namesIn(`${rules} ${expressions.join(' ')}`)
    expect(named.length).toBeGreaterThan(25)
    expect(named.filter(name => !exists.has(name))).toEqual([])
  })

  test('each panel has a query, and fits its row', () => {
    const charts = panels.filter(({ type }) => type !== 'row')
    expect(charts.length).toBeGreaterThan(20)
    expect(charts.filter(({ targets = [] }) => targets.length === 0)).toEqual([])
  })

  test('each alert has a case in which it fires', async () => {
    const alerts = [...readDeployFile(RULES).matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    const cases = readDeployFile('../tests/support/alerts.test.yml')
    const firing = [...cases.matchAll(/alertname="(\w+)"/g)].map(([, name]) => name)
    expect(firing.toSorted()).toEqual(alerts.toSorted())
  })

  test('a scrape has no sample twice', () => {
    const samples = readSamples(scrape).map(({ name, labels }) => JSON.stringify([name, labels]))
    expect(samples.length).toBeGreaterThan(50)
    expect(samples.filter((each, at) => samples.indexOf(each) !== at)).toEqual([])
  })
})

// Debian's package has 19 MB, so only `npm run test:all` downloads it.
describe.each(FULL_DOSE ? ['Prometheus'] : [])('%s', () => {
  const program = findProgram('prometheus') ?? 'prometheus'
  const promtool = (args: string[], input = ''): string => {
    const done = spawnSync(join(dirname(program), 'promtool'), args, { input, encoding: 'utf8' })
    return done.status === 0 ? '' : `${done.stdout}${done.stderr}`
  }

  let folder = ''
  const stops: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polymuse-prometheus-'))
    stops.push(() => rm(folder, { recursive: true, force: true }))
  })
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop()
  })

  /** Writes the files of deploy/ as they are, except for the address and the pace. */
  async function configure(target: string): Promise<string> {
    const changed = replaceWords(readDeployFile('prometheus/prometheus.yml'), [
      ['127.0.0.1:9464', target],
      ['_interval: 15s', '_interval: 1s']
    ])
    await writeFile(join(folder, 'polymuse.rules.yml'), readDeployFile(RULES))
    await writeFile(join(folder, 'prometheus.yml'), changed)
    return join(folder, 'prometheus.yml')
  }

  test('accepts the configuration, and each alert fires in its case', async () => {
    expect(promtool(['check', 'config', await configure('localhost:9464')])).toBe('')
    expect(promtool(['test', 'rules', CASES])).toBe('')
  })

  test('scrapes the servers, and answers each query of the dashboard and the alerts', async () => {
    const studio = await startStudio({ METRICS_PORT: '0', LOG_LEVEL: 'error' })
    stops.push(studio.stop)
    const metrics = await studio.said(/Metrics are at (\S+)/)
    await fetch(`${studio.url}/aichat/models`)
    expect(promtool(['check', 'metrics'], await (await fetch(metrics)).text())).toBe('')

    const port = await freePort()
    const started = followProcess(
      spawn(program, [
        `--config.file=${await configure(new URL(metrics).host)}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`
      ])
    )
    stops.push(async () => {
      started.child.kill('SIGTERM')
      await started.exited
    })
    await started.said(/(Server is ready)/)
    const ask = async <T>(path: string): Promise<T> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
      const { data, error } = (await answer.json()) as { data: T; error?: string }
      expect(error, path).toBeUndefined()
      return data
    }
    const query = (expression: string): Promise<{ result: { value: [number, string] }[] }> =>
      ask(`query?query=${encodeURIComponent(expression)}`)

    await expect
      .poll(async () => (await query('polymuse_http_requests_total{part="api"}')).result.length)
      .toBeGreaterThan(0)
    expect((await query('up{job="polymuse"}')).result[0]?.value[1]).toBe('1')
    for (const expression of expressions)
      await query(expression.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'))
    type Rules = { groups: { rules: { name: string; health: string; lastError?: string }[] }[] }
    const health = async (): Promise<string[]> =>
      (await ask<Rules>('rules')).groups.flatMap(({ rules }) =>
        rules.map(({ health: state, lastError = '' }) => state + lastError)
      )
    await expect.poll(async () => new Set(await health())).toEqual(new Set(['ok']))
  })
})
