import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { microToCredits } from '#core/money.ts'
import type { Meter } from '#servers/lib/meter.ts'

/** Methods that may be a label. Clients can send any other word. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Upper bounds in seconds, from a cached page to the slowest answers. */
const REQUEST_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60]
const VENDOR_BUCKETS = [0.1, 0.5, 2, 10, 30, 120]
const LAG_BUCKETS = [0.01, 0.03, 0.06, 0.1, 0.25, 1, 5]

/** Registers what this process counts itself, and returns the functions that count. */
export function createProcessCounters(registry: Registry): Omit<Meter, 'report'> {
  const http = httpMetrics(registry)
  const work = workMetrics(registry)
  const routes = new WeakMap<Request, string>()
  return {
    noteRoute: (request, pattern) => void routes.set(request, pattern),
    routeOf: request => routes.get(request) ?? 'none',
    requestAnswered({ part, route, method, status, seconds }) {
      const known = METHODS.has(method) ? method : 'other'
      http.requests.inc({ part, route, method: known, status: `${Math.floor(status / 100)}xx` })
      http.duration.observe({ part, route }, seconds)
    },
    streamOpened(part) {
      http.streams.inc({ part })
      return () => http.streams.dec({ part })
    },
    eventDelivered: milliseconds => work.lag.observe(Math.max(0, milliseconds) / 1000),
    vendorCalled(vendor, outcome, seconds) {
      work.vendorCalls.inc({ vendor, outcome })
      work.vendorDuration.observe({ vendor }, seconds)
    },
    runEnded({ service, state, reason, fund }, settled) {
      work.runs.inc({ service, state, reason })
      if (settled > 0) work.settled.inc({ fund }, microToCredits(settled))
    },
    mailTried: outcome => work.mails.inc({ outcome })
  }
}

function httpMetrics(registry: Registry) {
  const registers = [registry]
  return {
    requests: new Counter({
      name: 'polymuse_http_requests_total',
      help: 'Requests that this process answered, without built files.',
      labelNames: ['part', 'route', 'method', 'status'],
      registers
    }),
    duration: new Histogram({
      name: 'polymuse_http_request_duration_seconds',
      help: 'Time from a request to the headers of its response.',
      labelNames: ['part', 'route'],
      buckets: REQUEST_BUCKETS,
      registers
    }),
    streams: new Gauge({
      name: 'polymuse_http_streams_open',
      help: 'Streams of events and answers that this process is sending.',
      labelNames: ['part'],
      registers
    })
  }
}

function workMetrics(registry: Registry) {
  const registers = [registry]
  return {
    lag: new Histogram({
      name: 'polymuse_event_lag_seconds',
      help: 'Time from the creation of an event to its delivery: after its commit, readers in this process have it and other processes are notified.',
      buckets: LAG_BUCKETS,
      registers
    }),
    runs: new Counter({
      name: 'polymuse_runs_ended_total',
      help: 'Answers and tasks that this process ended, by the code of their problem.',
      labelNames: ['service', 'state', 'reason'],
      registers
    }),
    settled: new Counter({
      name: 'polymuse_credits_settled_total',
      help: 'Credits spent by runs that this process ended. Runs with own keys cost none.',
      labelNames: ['fund'],
      registers
    }),
    vendorCalls: new Counter({
      name: 'polymuse_vendor_calls_total',
      help: 'HTTP calls of this process to vendors.',
      labelNames: ['vendor', 'outcome'],
      registers
    }),
    vendorDuration: new Histogram({
      name: 'polymuse_vendor_call_duration_seconds',
      help: 'Time from a call to a vendor to the headers of its response.',
      labelNames: ['vendor'],
      buckets: VENDOR_BUCKETS,
      registers
    }),
    mails: new Counter({
      name: 'polymuse_mails_total',
      help: 'Attempts of this process to send an email. A retried email is sent again later.',
      labelNames: ['outcome'],
      registers
    })
  }
}
