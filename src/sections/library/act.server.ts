import type { APIContext } from 'astro'
import { done } from '#client/page-forms.server.ts'
import { goOn, sentForm } from '#client/page.server.ts'
import { readProblem, unreachable } from '#client/problem.ts'
import type { Problem } from '#core/problem.ts'
import { askLibrary } from '#sections/library/view.server.ts'

/**
 * Executes the submitted form of the library: marks an item, or deletes or downloads the chosen
 * ones.
 * @param here the page's own address
 * @returns a redirect or the zip; the problem to show; null if no form was submitted
 */
export async function actOnLibrary(
  { request, locals: { hub } }: APIContext,
  here: string
): Promise<Response | Problem | null> {
  if (request.method !== 'POST') return null
  const form = await sentForm(request)
  if (hub.session === null) return goOn(here)
  const ids = form.getAll('id').filter(id => typeof id === 'string')
  const favourite = form.get('favourite')
  const action = form.get('action')
  try {
    if (typeof favourite === 'string') {
      const [id = '', mark] = favourite.split(' ', 2)
      const body = { favourite: mark === 'true' }
      const path = `items/${encodeURIComponent(id)}`
      return await told(await askLibrary(hub, path, { method: 'PUT', body }), here)
    }
    if (ids.length === 0) return goOn(done(here, 'none'))
    const answer = await askLibrary(hub, action === 'delete' ? 'delete' : 'archive', {
      method: 'POST',
      body: { ids }
    })
    if (action === 'delete') return await told(answer, done(here, 'delete'))
    return answer.ok ? passedOn(answer) : await readProblem(answer)
  } catch (thrown) {
    return unreachable(thrown)
  }
}

async function told(answer: Response, next: string): Promise<Response | Problem> {
  if (!answer.ok) return readProblem(answer)
  await answer.body?.cancel()
  return goOn(next)
}

/** Passes the API's zip on to the browser, without loading all of it first. */
function passedOn({ body, headers }: Response): Response {
  const kept = ['content-type', 'content-disposition'].map(name => [name, headers.get(name) ?? ''])
  return new Response(body, {
    headers: { ...(Object.fromEntries(kept) as object), 'cache-control': 'no-store' }
  })
}
