import type { APIContext } from 'astro'
import { fetchPlatform, redirectAfterPost, readSubmittedForm } from '#client/page.server.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import type { Problem } from '#core/problem.ts'

/** Reads a field of a submitted form, trimmed; empty if the field is missing. */
export type FieldReader = (name: string) => string

/** The platform request of a form, and where the user continues. */
type FormCall = {
  method: 'POST' | 'PUT' | 'DELETE'
  /** Path below `/api/v1/`. */
  path: string
  body?: unknown
  /**
   * The page to continue to: an address, or a function of the response. Defaults to this page with
   * `?done=<action>`.
   */
  next?: string | ((answer: Response) => string | Response | Promise<string | Response>)
}

/**
 * The requests of a page's forms, by their hidden `action`. An action may first call the platform
 * itself; a Problem that it throws is shown.
 */
export type FormActions = Readonly<
  Record<string, (sent: FieldReader, form: FormData) => FormCall | Promise<FormCall>>
>

/** A problem, the form's action, and the values that the user entered. */
export type FormProblem = { action: string; problem: Problem; sent: FieldReader }

/**
 * Executes a submitted form of this page without a script in the browser. Each form sends `once`, a
 * random word, so that a form submitted twice is executed once.
 * @param here the page's own address, to which its forms post
 * @param largest the most bytes of a form; the usual limit if not given
 * @returns a redirect; the problem to show; null if no form was submitted
 */
export async function handlePageForm(
  { request, locals: { hub } }: APIContext,
  actions: FormActions,
  here: string,
  largest?: number
): Promise<Response | FormProblem | null> {
  if (request.method !== 'POST') return null
  const form = await readSubmittedForm(request, largest)
  const sent: FieldReader = name => textOf(form.get(name))
  const name = sent('action')
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action === undefined || hub.session === null) return redirectAfterPost(here)
  try {
    const { method, path, body, next = doneAddress(here, name) } = await action(sent, form)
    const once = sent('once')
    const headers = once === '' ? undefined : { 'idempotency-key': once }
    const answer = await fetchPlatform(hub, path, {
      method,
      ...(headers && { headers }),
      ...(method !== 'DELETE' && { body: JSON.stringify(body ?? {}) })
    })
    if (!answer.ok) return { action: name, problem: await readProblem(answer), sent }
    const to = typeof next === 'string' ? next : await next(answer)
    return typeof to === 'string' ? redirectAfterPost(to) : to
  } catch (thrown) {
    return { action: name, problem: toRequestProblem(thrown), sent }
  }
}

/**
 * Returns this page's address with `done`, so that it reports what was done.
 * @param here with or without a query or a fragment
 */
export function doneAddress(here: string, what: string): string {
  const [page = '', fragment = 'main'] = here.split('#', 2)
  return `${page}${page.includes('?') ? '&' : '?'}done=${what}#${fragment}`
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value.trim() : ''
}
