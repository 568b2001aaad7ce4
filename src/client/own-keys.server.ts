import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { askPlatform, goOn, sentForm, toldByTest } from '#client/page.server.ts'
import { problemOf, unreachable } from '#client/problem.ts'
import type { OwnKey } from '#contract/provider-key.ts'
import type { Problem } from '#core/problem.ts'
import { mayBringKeys } from '#core/switches.ts'
import { localizePath } from '#i18n/locale.ts'

export type OwnVendor = OwnKey['vendor']

/** Vendors that somebody can have a key of their own for, and what they call themselves. */
export const OWN_VENDORS: Readonly<Record<OwnVendor, string>> = { openai: 'OpenAI', deepseek: 'DeepSeek', xai: 'xAI' }

const DONE = ['kept', 'removed', 'works', 'fails', 'unreachable'] as const
type Done = (typeof DONE)[number]

/** What the section of a person's own keys shows. */
export type OwnKeysView = {
  keys: readonly OwnKey[]
  /** Does the site take keys? Where it does not any more, those that are there can be removed. */
  allowed: boolean
  /** The page's own path, to which the forms post. */
  here: string
  /** What was just done, with the key for whom. */
  done: { what: Done; vendor: OwnVendor } | null
  /** What went wrong with the form of a vendor. */
  problem: { vendor: OwnVendor; problem: Problem } | null
}

type Asked = { method: 'PUT' | 'POST' | 'DELETE'; path: string; body?: object; done: Done }

/** What the forms ask for, by their hidden `action`. */
const ACTIONS: Readonly<Record<string, (vendor: OwnVendor, key: string) => Asked>> = {
  keep: (vendor, key) => ({ method: 'PUT', path: vendor, body: { key }, done: 'kept' }),
  remove: vendor => ({ method: 'DELETE', path: vendor, done: 'removed' }),
  test: vendor => ({ method: 'POST', path: `${vendor}/test`, body: {}, done: 'works' })
}

/**
 * The section's whole work, without any script in the browser: shows a person's keys, and does what its forms ask for.
 * @param acts false for a form that another part of the page has taken
 * @returns a view; where to go on after something was done; null where there is nothing to show
 */
export async function ownKeysView({ request, url, locals: { hub } }: APIContext, acts = true): Promise<OwnKeysView | Response | null> {
  const allowed = mayBringKeys(hub.site)
  if (hub.session === null) return null
  const here = localizePath('/profile', hub.locale)
  const acted = acts && request.method === 'POST' ? await act(hub, await sentForm(request), here) : null
  if (acted instanceof Response) return acted
  const keys = await listKeys(hub)
  return !allowed && keys.length === 0 ? null : { keys, allowed, here, done: doneIn(url), problem: acted }
}

async function act(hub: HubRequest, form: FormData, here: string): Promise<Response | OwnKeysView['problem']> {
  const value = (name: string): string => String(form.get(name) ?? '')
  const [vendor, name] = [vendorOf(value('vendor')), value('action')]
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (vendor === null || action === undefined) return goOn(here)
  const { method, path, body, done } = action(vendor, value('key'))
  try {
    const answer = await askPlatform(hub, `own-keys/${path}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
    if (!answer.ok) return { vendor, problem: await problemOf(answer) }
    const key = name === 'test' ? await toldByTest(answer) : done
    return goOn(`${here}?${new URLSearchParams({ key, vendor })}#own-keys`)
  } catch (thrown) {
    return { vendor, problem: unreachable(thrown) }
  }
}

/** None where the platform does not answer: the rest of the page is worth showing. */
async function listKeys(hub: HubRequest): Promise<OwnKey[]> {
  const answer = await askPlatform(hub, 'own-keys').catch(() => null)
  return answer?.ok ? ((await answer.json()) as { items: OwnKey[] }).items : []
}

function doneIn({ searchParams }: URL): OwnKeysView['done'] {
  const [what, vendor] = [DONE.find(each => each === searchParams.get('key')), vendorOf(searchParams.get('vendor') ?? '')]
  return what === undefined || vendor === null ? null : { what, vendor }
}

function vendorOf(name: string): OwnVendor | null {
  return name === 'openai' || name === 'deepseek' || name === 'xai' ? name : null
}
