import type { ConfigReader } from '#servers/config-services.ts'

export type DrainConfig = {
  /**
   * Milliseconds that a stop lets answers and steps of tasks go on before it cuts them. During this
   * time, other processes must take new connections.
   */
  drainTime: number
}

/** Default with PostgreSQL, in seconds: less than the 30 after which systemd and Kubernetes kill. */
const SHARED = 20

/** Reads `DRAIN_SECONDS`. A single process does not drain by default: nobody takes its visitors. */
export function readDrainConfig({ get, problems }: ConfigReader): DrainConfig {
  const seconds = Number(get('DRAIN_SECONDS') ?? (get('DATABASE_URL') === null ? 0 : SHARED))
  if (!(Number.isInteger(seconds) && seconds >= 0 && seconds <= 3600))
    problems.push(
      `DRAIN_SECONDS must be a whole number from 0 to 3600, not "${get('DRAIN_SECONDS')}"`
    )
  return { drainTime: seconds * 1000 }
}
