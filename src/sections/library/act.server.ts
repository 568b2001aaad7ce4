import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { done } from '#client/page-forms.server.ts'
import { goOn, sentForm } from '#client/page.server.ts'
import { readProblem, unreachable } from '#client/problem.ts'
import type { Problem } from '#core/problem.ts'
import { projectProblem } from '#sections/library/project-view.server.ts'
import { askLibrary } from '#sections/library/view.server.ts'

/** A form that failed, and the items that were chosen. */
type Failed = { problem: Problem; chosen: ReadonlySet<string> }

/**
 * Executes one action of a form.
 * @param here the page's own address
 * @returns a redirect or a file, or the problem to show
 */
export type LibraryAct = (
  hub: HubRequest,
  form: FormData,
  here: string
) => Promise<Response | Problem>

/** The actions for chosen items, which every page with tiles has. */
const ACTS: Readonly<Record<string, LibraryAct>> = {
  favourite: mark,
  download: async (hub, form, here) => {
    const answer = await sendChosen(hub, form, 'archive')
    if (answer === null) return goOn(done(here, 'none'))
    return answer.ok ? passedOn(answer) : readProblem(answer)
  },
  delete: async (hub, form, here) => {
    const answer = await sendChosen(hub, form, 'delete')
    return answer === null ? goOn(done(here, 'none')) : told(hub, answer, done(here, 'delete'))
  },
  move: async (hub, form, here) => {
    const items = sentTexts(form, 'id')
    if (items.length === 0) return goOn(done(here, 'none'))
    return moveTo(hub, form, { items }, () => done(here, 'move'))
  }
}

/**
 * Executes the submitted form of a page with tiles, without a script in the browser.
 * @param here the page's own address
 * @param more the actions that only this page has
 * @returns a redirect or a file; the problem to show; null if no form was submitted
 */
export async function actOnLibrary(
  { request, locals: { hub } }: APIContext,
  here: string,
  more: Readonly<Record<string, LibraryAct>> = {}
): Promise<Response | Failed | null> {
  if (request.method !== 'POST') return null
  const form = await sentForm(request)
  const acts = { ...ACTS, ...more }
  const name = form.has('favourite') ? 'favourite' : sentText(form, 'action')
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined
  if (hub.session === null || act === undefined) return goOn(here)
  const answer = await act(hub, form, here).catch(unreachable)
  if (answer instanceof Response) return answer
  return { problem: answer, chosen: new Set(sentTexts(form, 'id')) }
}

/** Reads a field of a form, trimmed; empty if it is missing. */
export function sentText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Reads all fields of one name. */
export function sentTexts(form: FormData, name: string): string[] {
  return form.getAll(name).filter(value => typeof value === 'string')
}

/**
 * Moves items and chats to the project that a form names: an id, a new project, or none.
 * @param next returns where to continue, from the id of the project; empty for none
 */
export async function moveTo(
  hub: HubRequest,
  form: FormData,
  contents: { items?: string[]; chats?: string[] },
  next: (projectId: string) => string
): Promise<Response | Problem> {
  let id = sentText(form, 'to')
  if (id === 'new') {
    const body = { name: sentText(form, 'name') }
    const made = await askLibrary(hub, 'projects', {
      method: 'POST',
      body,
      once: sentText(form, 'once')
    })
    if (!made.ok) return projectProblem(hub, await readProblem(made))
    id = ((await made.json()) as { id: string }).id
  }
  const body = { ...contents, project_id: id === '' ? null : id }
  return told(hub, await askLibrary(hub, 'move', { method: 'POST', body }), next(id))
}

/** Continues after a call that succeeded. Its answer is not read. */
export async function told(
  hub: HubRequest,
  answer: Response,
  next: string
): Promise<Response | Problem> {
  if (!answer.ok) return projectProblem(hub, await readProblem(answer))
  await answer.body?.cancel()
  return goOn(next)
}

async function mark(hub: HubRequest, form: FormData, here: string): Promise<Response | Problem> {
  const [id = '', favourite] = sentText(form, 'favourite').split(' ', 2)
  const body = { favourite: favourite === 'true' }
  const path = `items/${encodeURIComponent(id)}`
  return told(hub, await askLibrary(hub, path, { method: 'PUT', body }), here)
}

/** @returns null if nothing is chosen */
async function sendChosen(
  hub: HubRequest,
  form: FormData,
  path: 'archive' | 'delete'
): Promise<Response | null> {
  const ids = sentTexts(form, 'id')
  return ids.length === 0 ? null : askLibrary(hub, path, { method: 'POST', body: { ids } })
}

/** Passes the API's zip on to the browser, without loading all of it first. */
function passedOn({ body, headers }: Response): Response {
  const kept = ['content-type', 'content-disposition'].map(name => [name, headers.get(name) ?? ''])
  return new Response(body, {
    headers: { ...(Object.fromEntries(kept) as object), 'cache-control': 'no-store' }
  })
}
