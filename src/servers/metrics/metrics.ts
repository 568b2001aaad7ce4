import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Context } from '#servers/lib/context.ts'
import type { Meter } from '#servers/lib/meter.ts'
import { VERSION } from '#servers/lib/presence.ts'
import { readDeploymentFacts } from '#servers/metrics/deployment-facts.ts'
import { createDeploymentGauges } from '#servers/metrics/deployment-gauges.ts'
import { createProcessCounters } from '#servers/metrics/process-counters.ts'

/** Milliseconds for which facts of the database are reused, so that readers cannot burden it. */
const FRESH = 5000

/** Gauges of prom-client whose names end as those of counters must. */
const MISNAMED = ['handles', 'requests', 'resources'].map(name => `nodejs_active_${name}_total`)

/**
 * Creates the meter of this process: what it counts itself, Node's own measurements, and facts of
 * the database, which are read when somebody asks.
 */
export function createMetrics(
  context: Pick<Context, 'config' | 'database' | 'clock' | 'log'>
): Meter {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  MISNAMED.forEach(name => registry.removeSingleMetric(name))
  addBuildInfo(registry, context)
  addConnections(registry, context)
  const setFacts = createDeploymentGauges(registry)
  let reading: Promise<void> | null = null
  let readAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<void> {
    const facts = await readDeploymentFacts(context).catch((error: unknown) => {
      context.log.warn({ err: error }, 'metrics of the database could not be read')
      return null
    })
    setFacts(facts)
    readAt = performance.now()
    reading = null
  }

  return {
    ...createProcessCounters(registry),
    async report() {
      if (performance.now() - readAt > FRESH) await (reading ??= read())
      return registry.metrics()
    }
  }
}

function addBuildInfo(
  registry: Registry,
  { database, config }: Pick<Context, 'database' | 'config'>
): void {
  const info = new Gauge({
    name: 'polymuse_build_info',
    help: 'Always 1. The labels tell what runs here.',
    labelNames: ['version', 'node', 'database', 'parts'],
    registers: [registry]
  })
  const parts = config.parts.join(' ')
  info.set({ version: VERSION, node: process.version, database: database.kind, parts }, 1)
}

function addConnections(registry: Registry, { database }: Pick<Context, 'database'>): void {
  const connections = new Gauge({
    name: 'polymuse_database_connections',
    help: 'Connections of this process to the database.',
    labelNames: ['state'],
    collect() {
      const { open, idle } = database.load()
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'used' }, open - idle)
    },
    registers: []
  })
  const limit = new Gauge({
    name: 'polymuse_database_connections_limit',
    help: 'Most connections that this process opens.',
    collect() {
      this.set(database.load().most)
    },
    registers: []
  })
  const waiting = new Gauge({
    name: 'polymuse_database_waiting',
    help: 'Queries (PostgreSQL) or transactions (SQLite) that wait for a connection.',
    collect() {
      this.set(database.load().waiting)
    },
    registers: []
  })
  for (const gauge of [limit, waiting]) registry.registerMetric(gauge)
  registry.registerMetric(connections)
}
