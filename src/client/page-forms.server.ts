import type { APIContext } from 'astro'
import { askPlatform, goOn, sentForm } from '#client/page.server.ts'
import { problemOf, unreachable } from '#client/problem.ts'
import type { Problem } from '#core/problem.ts'

/** A field of a form as it was sent, without the space around it; empty for one that was not. */
export type Sent = (name: string) => string

/** What a form asks the platform for, and where its person goes on. */
export type FormCall = {
  method: 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/v1/`. */
  path: string
  body?: unknown
  /** Where to go on: an address, or what is made of the answer; this page, saying `?done=<action>`, when not given. */
  next?: string | ((answer: Response) => string | Response | Promise<string | Response>)
}

/** What the forms of a page ask for, by their hidden `action`. */
export type FormActions = Readonly<Record<string, (sent: Sent, form: FormData) => FormCall>>

/** What went wrong, with which form, and what had been typed into it. */
export type FormProblem = { action: string; problem: Problem; sent: Sent }

/**
 * Does what a form of this page asks for, without any script in the browser. Each form sends `once`, a random word, so
 * that one sent twice is done once.
 * @param here the page's own address, to which its forms post
 * @returns where to go on; what went wrong, for the page to show; null for a page that is only looked at
 */
export async function actOn(
  { request, locals: { hub } }: APIContext,
  actions: FormActions,
  here: string
): Promise<Response | FormProblem | null> {
  if (request.method !== 'POST') return null
  const form = await sentForm(request)
  const sent: Sent = name => textOf(form.get(name))
  const name = sent('action')
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action === undefined || hub.session === null) return goOn(here)
  const { method, path, body, next = done(here, name) } = action(sent, form)
  try {
    const once = sent('once')
    const headers = once === '' ? undefined : { 'idempotency-key': once }
    const answer = await askPlatform(hub, path, {
      method,
      ...(headers && { headers }),
      ...(method !== 'DELETE' && { body: JSON.stringify(body ?? {}) })
    })
    if (!answer.ok) return { action: name, problem: await problemOf(answer), sent }
    const to = typeof next === 'string' ? next : await next(answer)
    return typeof to === 'string' ? goOn(to) : to
  } catch (thrown) {
    return { action: name, problem: unreachable(thrown), sent }
  }
}

/** This page, saying that something was done. @param here with or without a query or a fragment */
export function done(here: string, what: string): string {
  const [page = '', fragment = 'main'] = here.split('#', 2)
  return `${page}${page.includes('?') ? '&' : '?'}done=${what}#${fragment}`
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value.trim() : ''
}
