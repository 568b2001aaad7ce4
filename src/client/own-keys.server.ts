import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import {
  fetchPlatform,
  redirectAfterPost,
  readSubmittedForm,
  readKeyTestResult
} from '#client/page.server.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import type { OwnKey } from '#contract/provider-key.ts'
import { OWN_KEY_VENDORS, type OwnKeyVendor } from '#core/chat-vendors.ts'
import type { Problem } from '#core/problem.ts'
import { mayBringKeys } from '#core/switches.ts'
import { localizePath } from '#i18n/locale.ts'

/** The vendors for which users can add their own API key, with their brand names. */
export const OWN_VENDORS: Readonly<Record<OwnKeyVendor, string>> = {
  openai: 'OpenAI',
  deepseek: 'DeepSeek',
  xai: 'xAI',
  anthropic: 'Anthropic',
  moonshot: 'Moonshot AI',
  zai: 'Z.ai',
  qwen: 'Alibaba Cloud',
  openrouter: 'OpenRouter',
  gemini: 'Google Gemini'
}

const DONE = ['kept', 'removed', 'works', 'fails', 'unreachable'] as const
type Done = (typeof DONE)[number]

/** The data of the section with the user's own API keys. */
export type OwnKeysView = {
  keys: readonly OwnKey[]
  /** True if the site accepts API keys. Otherwise existing keys can only be removed. */
  allowed: boolean
  /** The page's own path, to which the forms post. */
  here: string
  /** The last action and its vendor. */
  done: { what: Done; vendor: OwnKeyVendor } | null
  /** The problem with the form of a vendor. */
  problem: { vendor: OwnKeyVendor; problem: Problem } | null
}

type Asked = { method: 'PUT' | 'POST' | 'DELETE'; path: string; body?: object; done: Done }

/** The requests of the forms, by their hidden `action`. */
const ACTIONS: Readonly<Record<string, (vendor: OwnKeyVendor, key: string) => Asked>> = {
  keep: (vendor, key) => ({ method: 'PUT', path: vendor, body: { key }, done: 'kept' }),
  remove: vendor => ({ method: 'DELETE', path: vendor, done: 'removed' }),
  test: vendor => ({ method: 'POST', path: `${vendor}/test`, body: {}, done: 'works' })
}

/**
 * Handles the section without a script in the browser: shows the user's API keys and executes its
 * forms.
 * @param acts false for a form that another part of the page handles
 * @returns the view; a redirect after an action; null if there is nothing to show
 */
export async function handleOwnKeys(
  { request, url, locals: { hub } }: APIContext,
  acts = true
): Promise<OwnKeysView | Response | null> {
  const allowed = mayBringKeys(hub.site)
  if (hub.session === null) return null
  const here = localizePath('/profile', hub.locale)
  const acted =
    acts && request.method === 'POST'
      ? await act(hub, await readSubmittedForm(request), here)
      : null
  if (acted instanceof Response) return acted
  const keys = await listKeys(hub)
  return !allowed && keys.length === 0
    ? null
    : { keys, allowed, here, done: doneIn(url), problem: acted }
}

async function act(
  hub: HubRequest,
  form: FormData,
  here: string
): Promise<Response | OwnKeysView['problem']> {
  const value = (name: string): string => String(form.get(name) ?? '')
  const [vendor, name] = [vendorOf(value('vendor')), value('action')]
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (vendor === null || action === undefined) return redirectAfterPost(here)
  const { method, path, body, done } = action(vendor, value('key'))
  try {
    const answer = await fetchPlatform(hub, `own-keys/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    if (!answer.ok) return { vendor, problem: await readProblem(answer) }
    const key = name === 'test' ? await readKeyTestResult(answer) : done
    return redirectAfterPost(`${here}?${new URLSearchParams({ key, vendor })}#own-keys`)
  } catch (thrown) {
    return { vendor, problem: toRequestProblem(thrown) }
  }
}

/**
 * Loads the keys; empty if the platform does not respond, because the rest of the page is still
 * useful.
 */
async function listKeys(hub: HubRequest): Promise<OwnKey[]> {
  const answer = await fetchPlatform(hub, 'own-keys').catch(() => null)
  return answer?.ok ? ((await answer.json()) as { items: OwnKey[] }).items : []
}

function doneIn({ searchParams }: URL): OwnKeysView['done'] {
  const [what, vendor] = [
    DONE.find(each => each === searchParams.get('key')),
    vendorOf(searchParams.get('vendor') ?? '')
  ]
  return what === undefined || vendor === null ? null : { what, vendor }
}

function vendorOf(name: string): OwnKeyVendor | null {
  return OWN_KEY_VENDORS.find(each => each === name) ?? null
}
