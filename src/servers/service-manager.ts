import { execFile } from 'node:child_process'

/**
 * Share of the unit's `WatchdogSec` after which systemd gets a sign of life, so that a late one
 * still counts. Source: sd_watchdog_enabled(3).
 */
const SHARE = 0.5

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Tells systemd that this process serves, and regularly that its event loop still runs. If that
 * stops, systemd restarts the service. Does nothing in a process that systemd did not start.
 * @param environment systemd sets `NOTIFY_SOCKET`, and `WATCHDOG_USEC` in microseconds
 * @param failed is called once if systemd cannot be told
 * @returns tells systemd that this process stops
 */
export function notifyServiceManager(
  environment: Environment,
  failed: (error: Error) => void
): () => void {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog } = environment
  if (socket === undefined) return () => undefined
  let hasFailed = false
  // Node cannot send datagrams to a socket of Unix, so systemd's own program does it.
  const tell = (state: string): void => {
    execFile('systemd-notify', [state], { env: { ...environment } }, error => {
      if (error !== null && !hasFailed) failed(error)
      hasFailed ||= error !== null
    })
  }
  tell('READY=1')
  const milliseconds = (Number(watchdog ?? 0) / 1000) * SHARE
  const timer = milliseconds > 0 ? setInterval(() => tell('WATCHDOG=1'), milliseconds) : null
  timer?.unref()
  return () => {
    if (timer !== null) clearInterval(timer)
    tell('STOPPING=1')
  }
}
