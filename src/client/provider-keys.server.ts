import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { askPlatform, goOn, sentForm, toldByTest } from '#client/page.server.ts'
import { OWN_VENDORS } from '#client/own-keys.server.ts'
import { problemOf, unreachable } from '#client/problem.ts'
import type { NewProviderKey, ProviderKey } from '#contract/provider-key.ts'
import type { Problem } from '#core/problem.ts'
import { localizePath } from '#i18n/locale.ts'

/** Vendors that a key can be entered for, and what they call themselves; null for one that is wherever its operator says. */
export const VENDOR_NAMES: Readonly<Record<NewProviderKey['vendor'], string | null>> = {
  ...OWN_VENDORS,
  fal: 'fal',
  gemini: 'Google Gemini',
  upstream: null
}

const DONE = ['kept', 'removed', 'works', 'fails', 'unreachable'] as const

/** What the page of the deployment's keys shows. */
export type ProviderKeysView = {
  keys: readonly ProviderKey[]
  /** The page's own path, to which the forms post. */
  here: string
  done: { what: (typeof DONE)[number]; vendor: string } | null
  /** What went wrong; with `sent` where it was a key that was entered. */
  problem: Problem | null
  /** What was entered beside the key, which no page repeats. */
  sent: Sent | null
}

type Sent = { vendor: string; base_url?: string }
type Acted = Pick<ProviderKeysView, 'problem' | 'sent'>
type Asked = { method: 'POST' | 'DELETE'; path: string; body?: object; done: (typeof DONE)[number]; sent: Sent | null }

/** Is whoever looks an operator, by whom the keys of the deployment may be seen? */
export async function seesProviderKeys(hub: HubRequest): Promise<boolean> {
  return hub.session !== null && (await askPlatform(hub, 'provider-keys').catch(() => null))?.ok === true
}

/**
 * The page's whole work, without any script in the browser.
 * @returns a view; where to go on after something was done; null for whoever is not an operator
 * @throws Problem when the platform does not answer
 */
export async function providerKeysView({ request, url, locals: { hub } }: APIContext): Promise<ProviderKeysView | Response | null> {
  const here = localizePath('/site/keys', hub.locale)
  if (!(await seesProviderKeys(hub))) return null
  const acted = request.method === 'POST' ? await act(hub, await sentForm(request), here) : NOTHING
  if (acted instanceof Response) return acted
  const answer = await askPlatform(hub, 'provider-keys')
  if (!answer.ok) throw await problemOf(answer)
  const { items: keys } = (await answer.json()) as { items: ProviderKey[] }
  return { keys, here, done: doneIn(url), ...acted }
}

const NOTHING: Acted = { problem: null, sent: null }

async function act(hub: HubRequest, form: FormData, here: string): Promise<Response | Acted> {
  const value = (name: string): string => String(form.get(name) ?? '').trim()
  const asked = askedBy(value)
  if (asked === null) return goOn(here)
  const { method, path, body, done, sent } = asked
  try {
    const answer = await askPlatform(hub, `provider-keys${path}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
    if (!answer.ok) return { problem: await problemOf(answer), sent }
    const key = path.endsWith('/test') ? await toldByTest(answer) : done
    // A fragment of its own: without one the form's outlives the redirect, and what was done stands above the screen.
    return goOn(`${here}?${new URLSearchParams({ key, vendor: value('vendor') })}#main`)
  } catch (thrown) {
    return { problem: unreachable(thrown), sent }
  }
}

/** What a form asks for, by its hidden `action`. */
function askedBy(value: (name: string) => string): Asked | null {
  const [vendor, base_url, path] = [value('vendor'), value('base_url'), `/${encodeURIComponent(value('id'))}`]
  switch (value('action')) {
    case 'keep': {
      const sent = { vendor, ...(base_url !== '' && { base_url }) }
      return { method: 'POST', path: '', body: { ...sent, key: value('key') }, done: 'kept', sent }
    }
    case 'remove':
      return { method: 'DELETE', path, done: 'removed', sent: null }
    case 'test':
      return { method: 'POST', path: `${path}/test`, body: {}, done: 'works', sent: null }
    default:
      return null
  }
}

function doneIn({ searchParams }: URL): ProviderKeysView['done'] {
  const [what, vendor] = [DONE.find(each => each === searchParams.get('key')), searchParams.get('vendor') ?? '']
  return what === undefined || !Object.hasOwn(VENDOR_NAMES, vendor) ? null : { what, vendor }
}
