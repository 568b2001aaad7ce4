import '#servers/production.mjs'
import { ConfigError, type Config } from '#servers/config.ts'
import { loadSettings } from '#servers/environment.ts'
import { renewSetupToken } from '#servers/lib/first-run.ts'
import { listen } from '#servers/listen.ts'
import type { RunningMetrics } from '#servers/metrics/run.ts'
import { describePayments } from '#servers/paying-lines.ts'
import { notifyServiceManager } from '#servers/service-manager.ts'
import { describeServing } from '#servers/serving-lines.ts'
import { createStudio, type Studio } from '#servers/studio.ts'

type Running = { url: string; stop(): Promise<void> }

/**
 * Starts the server that an environment describes.
 * @throws ConfigError; Error when the port is taken or the database cannot be opened
 */
export async function startServer(
  environment: Readonly<Record<string, string | undefined>>
): Promise<Running> {
  const { config, warnings } = loadSettings(environment)
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`)
  const studio = await createStudio(config)
  try {
    const metrics = await startMetrics(studio.context)
    const running = await listen(studio, config).catch(async (error: unknown) => {
      await metrics?.stop()
      throw error
    })
    if (config.logLevel !== 'silent') await greet(studio, config, running.url, metrics?.url)
    const sayStopping = notifyServiceManager(environment, error =>
      studio.context.log.error({ err: error }, 'systemd was not told that Polymuse runs')
    )
    return {
      url: running.url,
      async stop() {
        sayStopping()
        await metrics?.stop()
        await running.stop()
      }
    }
  } catch (error) {
    await studio.stop()
    throw error
  }
}

/**
 * Starts from the process's own environment and stops on its signals. A failure prints one
 * sentence, not a stack.
 */
export async function runServer(): Promise<void> {
  try {
    const running = await startServer(process.env)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        void running.stop().then(() => process.exit(0))
      })
    }
  } catch (error) {
    const known = error instanceof ConfigError ? error.message : sentenceFor(error)
    process.stderr.write(`${known}\n`)
    process.exitCode = 1
  }
}

/** Starts what metrics need besides the meter, if they are on. Their code loads only then. */
async function startMetrics(context: Studio['context']): Promise<RunningMetrics | null> {
  const { meter, config } = context
  if (meter === undefined || config.metrics === null) return null
  const { runMetrics } = await import('#servers/metrics/run.ts')
  return runMetrics(context, meter, config.metrics)
}

/** Tells the operator where the server runs and how it is set up. */
async function greet(
  { context }: Studio,
  config: Config,
  url: string,
  metrics: string | null | undefined
): Promise<void> {
  const setup = await renewSetupToken(context.database.db)
  // Behind a proxy, only this machine can open the address that the process listens at.
  const home = config.hosts.hub ?? url
  await context.keys.refresh()
  const lines = [
    `Polymuse is at ${url}`,
    `Data is in ${config.dataDir}${config.databaseUrl === null ? '' : ' (files) and PostgreSQL'}`,
    ...(metrics == null ? [] : [`Metrics are at ${metrics}`]),
    ...describeServing(context),
    ...describePayments(context, config.hosts.platform ?? url),
    ...(setup === null
      ? []
      : [
          'The first person to sign in on this machine becomes the admin.',
          `From elsewhere, open this link once: ${home}/?setup=${setup}`
        ])
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function sentenceFor(error: unknown): string {
  const { code, message = String(error) } = error as { code?: string; message?: string }
  if (code === 'EADDRINUSE')
    return 'Polymuse cannot start: the port is taken. Set PORT to another one, or end what uses it.'
  return `Polymuse cannot start: ${message}`
}

if (import.meta.main) await runServer()
