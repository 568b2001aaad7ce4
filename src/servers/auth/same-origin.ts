import { Problem } from '#core/problem.ts'

/**
 * Checks that a call by cookie comes from a page of our own origin. Callers without a page send no
 * Origin.
 * @throws Problem `forbidden`
 */
export function checkSameOrigin(request: Request, url: URL): void {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== url.origin)
    throw new Problem('forbidden', { detail: 'only pages of the same origin may make this call' })
}
