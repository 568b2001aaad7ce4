import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import {
  fetchPlatform,
  redirectAfterPost,
  readSubmittedForm,
  readKeyTestResult
} from '#client/page.server.ts'
import { OWN_VENDORS } from '#client/own-keys.server.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import type { NewProviderKey, ProviderKey } from '#contract/provider-key.ts'
import type { Problem } from '#core/problem.ts'
import { localizePath } from '#i18n/locale.ts'

/**
 * The vendors whose key an operator can enter, with their brand names. An `upstream` vendor has
 * none, because the operator enters its address.
 */
export const VENDOR_NAMES: Readonly<Record<NewProviderKey['vendor'], string | null>> = {
  ...OWN_VENDORS,
  fal: 'fal',
  elevenlabs: 'ElevenLabs',
  replicate: 'Replicate',
  minimax: 'MiniMax',
  luma: 'Luma',
  kling: 'Kling',
  runway: 'Runway',
  upstream: null
}

const DONE = ['kept', 'removed', 'works', 'fails', 'unreachable'] as const

/** The data of the page with the deployment's keys. */
export type ProviderKeysView = {
  keys: readonly ProviderKey[]
  /** The page's own path, to which the forms post. */
  here: string
  done: { what: (typeof DONE)[number]; vendor: string } | null
  /** The problem; `sent` is set if it occurred while a key was entered. */
  problem: Problem | null
  /** The other values that were entered. The key itself is never shown again. */
  sent: Sent | null
}

type Sent = { vendor: string; base_url?: string }
type Acted = Pick<ProviderKeysView, 'problem' | 'sent'>
type Asked = {
  method: 'POST' | 'DELETE'
  path: string
  body?: object
  done: (typeof DONE)[number]
  sent: Sent | null
}

/** Checks whether the reader is an operator, who may see the keys of the deployment. */
export async function canSeeProviderKeys(hub: HubRequest): Promise<boolean> {
  return (
    hub.session !== null &&
    (await fetchPlatform(hub, 'provider-keys').catch(() => null))?.ok === true
  )
}

/**
 * Handles the page without a script in the browser.
 * @returns the view; a redirect after an action; null if the reader is not an operator
 * @throws Problem when the platform does not respond
 */
export async function handleProviderKeys({
  request,
  url,
  locals: { hub }
}: APIContext): Promise<ProviderKeysView | Response | null> {
  const here = localizePath('/site/keys', hub.locale)
  if (!(await canSeeProviderKeys(hub))) return null
  const acted =
    request.method === 'POST' ? await act(hub, await readSubmittedForm(request), here) : NOTHING
  if (acted instanceof Response) return acted
  const answer = await fetchPlatform(hub, 'provider-keys')
  if (!answer.ok) throw await readProblem(answer)
  const { items: keys } = (await answer.json()) as { items: ProviderKey[] }
  return { keys, here, done: doneIn(url), ...acted }
}

const NOTHING: Acted = { problem: null, sent: null }

async function act(hub: HubRequest, form: FormData, here: string): Promise<Response | Acted> {
  const value = (name: string): string => String(form.get(name) ?? '').trim()
  const asked = askedBy(value)
  if (asked === null) return redirectAfterPost(here)
  const { method, path, body, done, sent } = asked
  try {
    const answer = await fetchPlatform(hub, `provider-keys${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    if (!answer.ok) return { problem: await readProblem(answer), sent }
    const key = path.endsWith('/test') ? await readKeyTestResult(answer) : done
    // The redirect needs its own fragment. Without one the form's fragment survives, and the
    // message is above the visible part of the page.
    return redirectAfterPost(
      `${here}?${new URLSearchParams({ key, vendor: value('vendor') })}#main`
    )
  } catch (thrown) {
    return { problem: toRequestProblem(thrown), sent }
  }
}

/** Returns the request of a form, by its hidden `action`. */
function askedBy(value: (name: string) => string): Asked | null {
  const [vendor, base_url, path] = [
    value('vendor'),
    value('base_url'),
    `/${encodeURIComponent(value('id'))}`
  ]
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
  const [what, vendor] = [
    DONE.find(each => each === searchParams.get('key')),
    searchParams.get('vendor') ?? ''
  ]
  return what === undefined || !Object.hasOwn(VENDOR_NAMES, vendor) ? null : { what, vendor }
}
