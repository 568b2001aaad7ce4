import type { PolicyReport } from '#contract/policy-report.ts'
import type { Context } from '#servers/lib/context.ts'

/** Milliseconds in which equal reports are logged once. */
const ONCE_IN = 3_600_000

/** Different reports that are logged in this time: a stranger can invent any number. */
const MOST = 100

export type PolicyReports = {
  /** Logs a report, unless an equal one was logged within the hour. */
  note(report: PolicyReport): void
}

/**
 * Notes reports of browsers in the log. They are written by anybody, so they are short and say
 * nothing of their sender. An address is kept without its query, which may contain a secret.
 */
export function createPolicyReports({ clock, log }: Pick<Context, 'clock' | 'log'>): PolicyReports {
  const logged = new Map<string, number>()
  return {
    note({ 'csp-report': report }) {
      const now = clock.now()
      for (const [key, at] of logged) if (now - at >= ONCE_IN) logged.delete(key)
      const directive = report['effective-directive'] || report['violated-directive'] || ''
      const facts = {
        directive: directive.split(' ', 1)[0]?.slice(0, 40) ?? '',
        blocked: placeOf(report['blocked-uri'], url => (url.host ? url.origin : url.protocol)),
        page: placeOf(report['document-uri'], url => url.pathname)
      }
      const key = JSON.stringify(facts)
      if (logged.has(key) || logged.size >= MOST) return
      logged.set(key, now)
      log.warn(facts, 'a page broke its content security policy')
    }
  }
}

/** Shortens an address to a part of it; words such as `inline` stay. */
function placeOf(address = '', part: (url: URL) => string): string {
  return (URL.canParse(address) ? part(new URL(address)) : address).slice(0, 200)
}
