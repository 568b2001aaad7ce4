import type { APIContext } from 'astro'
import { redirectAfterPost, readSubmittedForm } from '#client/page.server.ts'
import type { FormProblem } from '#client/page-forms.server.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import type { Site } from '#contract/site.ts'
import { Problem } from '#core/problem.ts'

/**
 * Largest form with an image that is read here, in bytes. It is a little more than the largest
 * image that the platform accepts.
 */
const LARGEST = 8 * 1024 * 1024 + 64 * 1024

/**
 * Uploads an image from a form to the platform.
 * @returns a redirect, or the problem for the page to show
 */
export async function uploadSitePicture(
  { request, locals: { hub } }: APIContext,
  site: Site,
  here: string
): Promise<Response | FormProblem> {
  const length = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (!(length <= LARGEST))
    return failed(
      new Problem('content_too_large', { issues: [{ field: 'file', code: 'too_large' }] })
    )
  const form = await readSubmittedForm(request, LARGEST)
  const text = (name: string): string => String(form.get(name) ?? '')
  const kind = text('kind')
  const body = new FormData()
  const file = form.get('file')
  // A form without a chosen file sends an empty file.
  if (file instanceof File && file.size > 0) body.set('file', file, 'picture')
  const query = new URLSearchParams({
    base: text('base'),
    ...(text('crop') !== '' && { crop: text('crop') })
  })
  const path = `/api/v1/sites/${site.id}/pictures/${encodeURIComponent(kind)}?${query}`
  const headers = {
    authorization: `Bearer ${hub.session?.access_token ?? ''}`,
    'accept-language': hub.locale,
    origin: hub.url.origin
  }
  try {
    const answer = await hub.fetch('platform', path, { method: 'POST', headers, body })
    if (!answer.ok) return failed(await readProblem(answer), kind)
    return redirectAfterPost(`${here}?done=${kind}#${kind}`)
  } catch (thrown) {
    return failed(toRequestProblem(thrown), kind)
  }
}

function failed(problem: Problem, kind = ''): FormProblem {
  return { action: 'picture', problem, sent: name => (name === 'kind' ? kind : '') }
}
