import type { RunRow } from '#servers/lib/database/run-tables.ts'
import type { Fetch } from '#servers/lib/egress.ts'

/**
 * The result of an HTTP call to a vendor. `busy`: the vendor has no capacity (429, 503). `refused`:
 * another 4xx. `stopped`: our side gave up before the deadline, such as for a user's cancellation.
 */
type VendorOutcome = 'ok' | 'busy' | 'refused' | 'failed' | 'unreachable' | 'timeout' | 'stopped'

/** The result of an attempt to send an email. `retried`: it is sent again later. */
type MailOutcome = 'sent' | 'retried' | 'failed'

/** An answered request to the listener. `seconds` end with the headers of the response. */
type AnsweredRequest = {
  part: string
  route: string
  method: string
  status: number
  seconds: number
}

/**
 * Counts what happens in this process. Without a configuration of metrics there is no meter, and
 * nothing is counted.
 */
export type Meter = {
  /** Notes the pattern of the route that answers a request, such as `/tasks/{id}`. */
  noteRoute(request: Request, pattern: string): void
  /** Returns the noted pattern; `none` if no route answered. */
  routeOf(request: Request): string
  requestAnswered(request: AnsweredRequest): void
  /** Counts a stream as open. @returns a function that counts it as closed */
  streamOpened(part: string): () => void
  /** @param milliseconds between the creation of an event and its delivery to readers */
  eventDelivered(milliseconds: number): void
  vendorCalled(vendor: string, outcome: VendorOutcome, seconds: number): void
  /** Counts the end of a run, after its commit. @param settled micro-credits that it cost */
  runEnded(run: Pick<RunRow, 'service' | 'state' | 'reason' | 'fund'>, settled: number): void
  mailTried(outcome: MailOutcome): void
  /** Returns everything in the text format of Prometheus. */
  report(): Promise<string>
}

/** Returns a fetch whose calls are counted for a vendor, if there is a meter. */
export function meteredFetch(meter: Meter | undefined, vendor: string, fetch: Fetch): Fetch {
  if (meter === undefined) return fetch
  return async (input, init) => {
    const started = performance.now()
    const end = (outcome: VendorOutcome): void =>
      meter.vendorCalled(vendor, outcome, (performance.now() - started) / 1000)
    try {
      const response = await fetch(input, init)
      end(outcomeOf(response.status))
      return response
    } catch (error) {
      end(failureOf(init?.signal ?? null))
      throw error
    }
  }
}

function outcomeOf(status: number): VendorOutcome {
  if (status < 400) return 'ok'
  if (status === 429 || status === 503) return 'busy'
  return status < 500 ? 'refused' : 'failed'
}

function failureOf(signal: AbortSignal | null): VendorOutcome {
  if (signal?.aborted !== true) return 'unreachable'
  const { reason } = signal as { reason: unknown }
  return reason instanceof Error && reason.name === 'TimeoutError' ? 'timeout' : 'stopped'
}
