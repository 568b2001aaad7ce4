import { isRecord, type Json } from '#core/json.ts'
import { nestValues } from '#core/nested.ts'
import {
  OWN_SERVICE_VERB,
  uncountedRuns,
  type OwnServiceOutput,
  type OwnService
} from '#core/own-service.ts'
import { Problem } from '#core/problem.ts'
import type { MediaOutput } from '#core/provider.ts'
import type { VendorAction, VendorService } from '#core/vendor.ts'

/** Most files of one answer that are kept. */
const MOST = 20

/**
 * Builds the implementation of an own service for its vendor. Fields need no translation: they have
 * the vendor's own names.
 */
export function ownServiceVendor(own: OwnService): VendorService {
  const { source, fields, endpoint, output } = own
  const base = source === 'openapi' ? endpoint : undefined
  const fixed = Object.fromEntries(
    fields.flatMap(({ name, shown, field }) =>
      !shown && 'default' in field && field.default !== undefined ? [[name, field.default]] : []
    )
  )
  return {
    [OWN_SERVICE_VERB]: {
      fields: fields.flatMap(({ name, shown }) => (shown ? [name] : [])),
      request: ({ values }) => ({ path: endpoint, body: nestValues({ ...fixed, ...values }) }),
      outputs: answer => filesAt(answer, output, base),
      ...costsOf(own)
    }
  }
}

/** Returns the vendor's prices. They count the same field as the price in credits. */
function costsOf({ endpoint, fields, cost, price }: OwnService): Pick<VendorAction, 'costs'> {
  if (cost === null) return {}
  const { times, per } = price
  if (times === null) return { costs: { [endpoint]: { list: [{ dollars: cost }] } } }
  const uncounted = uncountedRuns(times, fields)
  const list = [
    ...(uncounted === null ? [] : [{ when: uncounted, dollars: cost }]),
    { dollars: cost / per, times: [times] }
  ]
  return { costs: { [endpoint]: { list } } }
}

/**
 * Finds the files of an answer.
 * @param base the address that files of the same server are relative to
 * @throws Problem `api_error` if there is none
 */
function filesAt(
  answer: Readonly<Record<string, Json>>,
  { path, kind }: OwnServiceOutput,
  base: string | undefined
): MediaOutput[] {
  if (base !== undefined && path.length === 0) return [wholeFile(answer, kind)]
  let found: Json = { ...answer }
  for (const name of path) found = isRecord(found) ? (found[name] ?? null) : null
  const files = [found].flat().flatMap(each => addressOf(each, base) ?? [])
  if (files.length === 0)
    throw new Problem('api_error', { detail: `the vendor delivered no ${path.join('.') || kind}` })
  return files.slice(0, MOST).map(url => ({ values: {}, files: { [`${kind}_url`]: { url } } }))
}

/** @throws Problem `api_error` where the answer is no file */
function wholeFile({ file }: Readonly<Record<string, Json>>, kind: string): MediaOutput {
  if (typeof file !== 'string')
    throw new Problem('api_error', { detail: `the vendor delivered no ${kind}` })
  const bytes = new Uint8Array(Buffer.from(file, 'base64'))
  return { values: {}, files: { [`${kind}_url`]: { bytes } } }
}

function addressOf(value: Json, base: string | undefined): string | null {
  const address = isRecord(value) ? value['url'] : value
  if (typeof address !== 'string') return null
  if (base !== undefined && /^\/(?!\/)/.test(address)) return new URL(address, base).href
  return /^https?:\/\//.test(address) ? address : null
}
