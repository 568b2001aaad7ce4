import { expect } from 'vitest'
import { toProblem } from '#core/problem.ts'
import type { Transport } from '#providers/vendor-media.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import type { VendorServer } from './vendor-server.ts'
import { KEYS } from './vendor-world.ts'

/**
 * Calls a silent vendor twice: until the time limit of a run, and until the run is cancelled. Then
 * closes the vendor.
 * @param path of a call that takes a prompt
 * @returns the problems with which the two calls end
 */
export async function endsOfSilence(
  vendor: VendorServer,
  wire: Transport,
  path: string
): Promise<unknown[]> {
  const submit = (signal: AbortSignal): Promise<unknown> =>
    wire
      .submit(
        { path, body: { prompt: 'plot:silent' } },
        { fetch: operatorFetch, baseURL: vendor.url, apiKey: KEYS[0], signal },
        'run'
      )
      .catch((thrown: unknown) => toProblem(thrown))
  const late = await submit(AbortSignal.timeout(50))
  const cancelled = new AbortController()
  const ended = submit(cancelled.signal)
  await expect.poll(() => vendor.calls.length).toBe(2)
  cancelled.abort()
  const ends = [late, await ended]
  await vendor.close()
  return ends
}
