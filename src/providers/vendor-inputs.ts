import type { FieldValues } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import type { MediaOutput, MediaSource, VendorConnection } from '#core/provider.ts'
import type { VendorReviewTools } from '#core/vendor.ts'

/**
 * Opens the functions that review an answer. They work until the signal is aborted. An answer may
 * contain any address, not only the vendor's.
 */
export type OpenReview = (signal: AbortSignal) => VendorReviewTools

/**
 * Adds the headers that open each file. The key goes only to the vendor's own origin, whatever
 * address an answer names.
 */
export function addFileHeaders(
  { opens }: { opens?(upstream: VendorConnection): Readonly<Record<string, string>> },
  upstream: VendorConnection
): (output: MediaOutput) => MediaOutput {
  if (opens === undefined) return output => output
  const { origin } = new URL(upstream.baseURL)
  const open = (source: MediaSource): MediaSource => {
    const isVendors =
      'url' in source && URL.canParse(source.url) && new URL(source.url).origin === origin
    return isVendors ? { ...source, headers: opens(upstream) } : source
  }
  return output => ({
    ...output,
    files: Object.fromEntries(
      Object.entries(output.files).map(([name, source]) => [name, eachOf(source, open)])
    )
  })
}

function eachOf(
  source: MediaOutput['files'][string],
  change: (source: MediaSource) => MediaSource
): MediaOutput['files'][string] {
  return isList(source) ? source.map(change) : change(source)
}

function isList(source: MediaOutput['files'][string]): source is readonly MediaSource[] {
  return Array.isArray(source)
}

/** Removes inlined files: a reference is stored in the database, which has no room for them. */
export function withoutFiles(values: FieldValues): FieldValues {
  const isFile = (value: Json): boolean =>
    [value].flat().some(each => typeof each === 'string' && each.startsWith('data:'))
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isFile(value)))
}
