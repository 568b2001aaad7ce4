import { withBearer } from '#client/bearer.ts'
import type { HubInfo } from '#client/hub.ts'
import { createCredential } from '#client/platform.ts'
import { goToSignIn } from '#client/sign-in.ts'
import type { Application } from '#contract/application.ts'
import { CHAT } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import { $applications, loadApplications } from '#stores/applications.ts'
import { onReset, untilReset } from '#stores/persisted.ts'
import { asPerson } from '#stores/renewal.ts'
import { chosenFor, deselect, select, selectionOf, type Chosen } from '#stores/selection.ts'

const choosing = new Map<string, Promise<string>>()

onReset(() => choosing.clear())

/**
 * The token that generation calls carry. Made when there is none; all who ask meanwhile share it.
 * @throws Problem `not_applied` when the person has no plan
 */
export function ensureCredential(hub: HubInfo, service: Chosen = CHAT): Promise<string> {
  const known = selectionOf(service, hub.origin)
  if (known !== null) return Promise.resolve(known.credential)
  const waiting = choosing.get(service.id)
  if (waiting !== undefined) return waiting
  const begun = choose(hub, service).finally(() => {
    if (choosing.get(service.id) === begun) choosing.delete(service.id)
  })
  choosing.set(service.id, begun)
  return begun
}

/** Runs a generation call. A refused credential is replaced once, silently. @throws Problem whatever the call throws */
export function withCredential<T>(hub: HubInfo, run: (token: string) => Promise<T>, service: Chosen = CHAT): Promise<T> {
  const renew = (stale: string): Promise<string> => {
    deselect(service.id, stale)
    return ensureCredential(hub, service)
  }
  return withBearer({ current: () => ensureCredential(hub, service), renew, signIn: goToSignIn }, run)
}

/**
 * Lets a plan of the person's own choice pay for a service.
 * @throws Problem `not_found` when it is not in the list; then nothing changes
 */
export async function selectApplication(hub: HubInfo, service: Chosen, id: string): Promise<void> {
  const known = $applications.get()
  const applications = known.status === 'success' ? known.value : await loadApplications(hub)
  await take(hub, service, listed(applications, id))
}

async function choose(hub: HubInfo, service: Chosen): Promise<string> {
  const application = chosenFor(service, await loadApplications(hub), Date.now())
  if (application === null) throw new Problem('not_applied')
  return take(hub, service, application)
}

/** The plan's credential for this page's origin is used, or made. */
async function take(hub: HubInfo, service: Chosen, application: Application): Promise<string> {
  const stays = untilReset()
  const found = application.credentials.find(each => each.host === hub.origin && each.token !== '')
  const { token } = found ?? (await asPerson(hub, access => createCredential(hub, access, application.id)))
  if (!stays()) throw new Problem('canceled')
  // The list may have become another one meanwhile.
  const known = $applications.get()
  if (known.status === 'success') listed(known.value, application.id)
  select(service, { application: application.id, credential: token, host: hub.origin })
  return token
}

function listed(applications: readonly Application[], id: string): Application {
  const found = applications.find(each => each.id === id)
  if (found !== undefined) return found
  throw new Problem('not_found', { detail: 'Application not found', issues: [{ field: 'application', code: 'application_missing' }] })
}
