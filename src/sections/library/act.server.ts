import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { doneAddress } from '#client/page-forms.server.ts'
import { redirectAfterPost, readSubmittedForm } from '#client/page.server.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import type { Problem } from '#core/problem.ts'
import { projectProblem } from '#sections/library/project-view.server.ts'
import { fetchLibrary } from '#sections/library/view.server.ts'

/** A form that failed, and the items that were chosen. */
type Failed = { problem: Problem; chosen: ReadonlySet<string> }

/**
 * Executes one action of a form.
 * @param here the page's own address
 * @returns a redirect or a file, or the problem to show
 */
export type LibraryAction = (
  hub: HubRequest,
  form: FormData,
  here: string
) => Promise<Response | Problem>

/** The actions for chosen items, which every page with tiles has. */
const ACTS: Readonly<Record<string, LibraryAction>> = {
  favourite: mark,
  download: async (hub, form, here) => {
    const answer = await sendChosen(hub, form, 'archive')
    if (answer === null) return redirectAfterPost(doneAddress(here, 'none'))
    return answer.ok ? passedOn(answer) : readProblem(answer)
  },
  delete: async (hub, form, here) => {
    const answer = await sendChosen(hub, form, 'delete')
    return answer === null
      ? redirectAfterPost(doneAddress(here, 'none'))
      : redirectOrProblem(hub, answer, doneAddress(here, 'delete'))
  },
  rate: async (hub, form, here) => {
    const ids = readFormTexts(form, 'id')
    if (ids.length === 0) return redirectAfterPost(doneAddress(here, 'none'))
    const stars = readFormText(form, 'rating')
    const body = { ids, rating: stars === '' ? null : Number(stars) }
    const answer = await fetchLibrary(hub, 'rate', { method: 'POST', body })
    return redirectOrProblem(hub, answer, doneAddress(here, 'rate'))
  },
  move: async (hub, form, here) => {
    const items = readFormTexts(form, 'id')
    if (items.length === 0) return redirectAfterPost(doneAddress(here, 'none'))
    return moveToProject(hub, form, { items }, () => doneAddress(here, 'move'))
  }
}

/**
 * Executes the submitted form of a page with tiles, without a script in the browser.
 * @param here the page's own address
 * @param more the actions that only this page has
 * @returns a redirect or a file; the problem to show; null if no form was submitted
 */
export async function handleLibraryForm(
  { request, locals: { hub } }: APIContext,
  here: string,
  more: Readonly<Record<string, LibraryAction>> = {}
): Promise<Response | Failed | null> {
  if (request.method !== 'POST') return null
  const form = await readSubmittedForm(request)
  const acts = { ...ACTS, ...more }
  const name = form.has('favourite') ? 'favourite' : readFormText(form, 'action')
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined
  if (hub.session === null || act === undefined) return redirectAfterPost(here)
  const answer = await act(hub, form, here).catch(toRequestProblem)
  if (answer instanceof Response) return answer
  return { problem: answer, chosen: new Set(readFormTexts(form, 'id')) }
}

/** Reads a field of a form, trimmed; empty if it is missing. */
export function readFormText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Reads all fields of one name. */
export function readFormTexts(form: FormData, name: string): string[] {
  return form.getAll(name).filter(value => typeof value === 'string')
}

/**
 * Moves items and chats to the project that a form names: an id, a new project, or none.
 * @param next returns where to continue, from the id of the project; empty for none
 */
export async function moveToProject(
  hub: HubRequest,
  form: FormData,
  contents: { items?: string[]; chats?: string[] },
  next: (projectId: string) => string
): Promise<Response | Problem> {
  let id = readFormText(form, 'to')
  if (id === 'new') {
    const body = { name: readFormText(form, 'name') }
    const made = await fetchLibrary(hub, 'projects', {
      method: 'POST',
      body,
      once: readFormText(form, 'once')
    })
    if (!made.ok) return projectProblem(hub, await readProblem(made))
    id = ((await made.json()) as { id: string }).id
  }
  const body = { ...contents, project_id: id === '' ? null : id }
  return redirectOrProblem(hub, await fetchLibrary(hub, 'move', { method: 'POST', body }), next(id))
}

/** Continues after a call that succeeded. Its answer is not read. */
export async function redirectOrProblem(
  hub: HubRequest,
  answer: Response,
  next: string
): Promise<Response | Problem> {
  if (!answer.ok) return projectProblem(hub, await readProblem(answer))
  await answer.body?.cancel()
  return redirectAfterPost(next)
}

async function mark(hub: HubRequest, form: FormData, here: string): Promise<Response | Problem> {
  const [id = '', favourite] = readFormText(form, 'favourite').split(' ', 2)
  const body = { favourite: favourite === 'true' }
  const path = `items/${encodeURIComponent(id)}`
  return redirectOrProblem(hub, await fetchLibrary(hub, path, { method: 'PUT', body }), here)
}

/** @returns null if nothing is chosen */
async function sendChosen(
  hub: HubRequest,
  form: FormData,
  path: 'archive' | 'delete'
): Promise<Response | null> {
  const ids = readFormTexts(form, 'id')
  return ids.length === 0 ? null : fetchLibrary(hub, path, { method: 'POST', body: { ids } })
}

/** Passes the API's zip on to the browser, without loading all of it first. */
function passedOn({ body, headers }: Response): Response {
  const kept = ['content-type', 'content-disposition'].map(name => [name, headers.get(name) ?? ''])
  return new Response(body, {
    headers: { ...(Object.fromEntries(kept) as object), 'cache-control': 'no-store' }
  })
}
