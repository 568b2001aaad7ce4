import { withBearer } from '#client/bearer.ts'
import type { HubInfo } from '#client/hub.ts'
import { isRecord, textAt } from '#client/json.ts'
import { createCredential } from '#client/platform.ts'
import { goToSignIn } from '#client/sign-in.ts'
import type { Application } from '#contract/application.ts'
import { Problem } from '#core/problem.ts'
import { loadApplications } from '#stores/applications.ts'
import { persisted } from '#stores/persisted.ts'
import { asPerson } from '#stores/renewal.ts'

/** The plan that pays, and its credential for the origin `host`. */
export type Selection = { application: string; credential: string; host: string }

export const $selection = persisted<Selection | null>('selection', null, parseSelection)

let choosing: Promise<string> | null = null

/**
 * The plan that pays: a global one with an end, else a global one with an amount, else the first that is usable, else the first.
 * Usable is what has not ended and owes nothing; a balance of exactly 0 counts.
 * @param now unix milliseconds
 */
export function chooseApplication(applications: readonly Application[], now: number): Application | null {
  const usable = applications.filter(each => each.remaining_amount >= 0 && (each.expired_at === null || Date.parse(each.expired_at) > now))
  const global = (type: Application['type']) => usable.find(each => each.scope === 'Global' && each.type === type)
  return global('Period') ?? global('Usage') ?? usable[0] ?? applications[0] ?? null
}

/**
 * The token that generation calls carry. Made when there is none; all who ask meanwhile share it.
 * @throws Problem `not_applied` when the person has no plan
 */
export function ensureCredential(hub: HubInfo): Promise<string> {
  const known = $selection.get()
  if (known !== null && known.host === hub.origin) return Promise.resolve(known.credential)
  choosing ??= choose(hub).finally(() => {
    choosing = null
  })
  return choosing
}

/** Runs a generation call. A refused credential is replaced once, silently. @throws Problem whatever the call throws */
export function withCredential<T>(hub: HubInfo, run: (token: string) => Promise<T>): Promise<T> {
  const renew = (stale: string): Promise<string> => {
    if ($selection.get()?.credential === stale) $selection.set(null)
    return ensureCredential(hub)
  }
  return withBearer({ current: () => ensureCredential(hub), renew, signIn: goToSignIn }, run)
}

async function choose(hub: HubInfo): Promise<string> {
  const application = chooseApplication(await loadApplications(hub), Date.now())
  if (application === null) throw new Problem('not_applied')
  const found = application.credentials.find(each => each.host === hub.origin && each.token !== '')
  const credential = found ?? (await asPerson(hub, token => createCredential(hub, token, application.id)))
  $selection.set({ application: application.id, credential: credential.token, host: hub.origin })
  return credential.token
}

function parseSelection(saved: unknown): Selection | null {
  if (!isRecord(saved)) return null
  const [application, credential, host] = ['application', 'credential', 'host'].map(field => textAt(saved, field))
  return application && credential && host ? { application, credential, host } : null
}
