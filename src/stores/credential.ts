import { orSignIn, withBearer } from '#client/bearer.ts'
import type { HubInfo } from '#client/hub.ts'
import { createCredential } from '#client/platform.ts'
import type { Application } from '#contract/application.ts'
import { CHAT } from '#core/chat.ts'
import { chooseApplication, isUsable, plansFor } from '#core/choose-application.ts'
import { Problem } from '#core/problem.ts'
import { $applications, loadApplications } from '#stores/applications.ts'
import { isOvertaken, makeChoice, pendingChoice, settleChoice, startChoice, type Choice } from '#stores/choice.ts'
import { guestToken } from '#stores/guest-token.ts'
import { tellLost } from '#stores/lost-plan.ts'
import { onReset } from '#stores/persisted.ts'
import { asPerson } from '#stores/renewal.ts'
import { $selection, chosenFor, dropCredential, select, selectionOf, type Chosen } from '#stores/selection.ts'

/** Credentials that were refused. A list may still have them; a plan is asked for another one then. */
const refused = new Set<string>()

onReset(() => refused.clear())

/**
 * The token that generation calls carry. Made when there is none; all who ask meanwhile share it.
 * @throws Problem `not_applied` when the person has no plan; `canceled` when they sign out, or the service is reset, meanwhile
 */
export function ensureCredential(hub: HubInfo, service: Chosen = CHAT): Promise<string> {
  const guest = guestToken(hub, service)
  if (guest !== null) return Promise.resolve(guest)
  const known = selectionOf(service, hub.origin)
  if (known !== null) return Promise.resolve(known.credential)
  return pendingChoice(service.id) ?? makeChoice(service, choice => choose(hub, choice))
}

/** Runs a generation call that the person has asked for: a session that is over leads to signing in. @throws Problem as {@link inBackground} does */
export function withCredential<T>(hub: HubInfo, run: (token: string) => Promise<T>, service: Chosen = CHAT): Promise<T> {
  return orSignIn(inBackground(hub, run, service))
}

/**
 * Runs a call with a credential. A refused one is replaced once, silently, by another one of the same plan; where the
 * plan has too little left, another plan pays.
 * @throws Problem whatever the call throws, and what {@link ensureCredential} does
 */
export function inBackground<T>(hub: HubInfo, run: (token: string) => Promise<T>, service: Chosen = CHAT): Promise<T> {
  const call = startChoice(service)
  const renew = async (stale: string): Promise<string> => {
    if (!call.stays()) throw new Problem('canceled')
    refused.add(stale)
    dropCredential(service.id, stale)
    return ensureCredential(hub, service)
  }
  const attempt = (): Promise<T> => withBearer({ current: () => ensureCredential(hub, service), renew }, run)
  return attempt().catch(async (thrown: unknown) => {
    if (!(thrown instanceof Problem) || thrown.code !== 'used_up' || !(await fellBack(hub, service))) throw thrown
    return attempt()
  })
}

/**
 * Lets a plan of the person's own choice pay for a service.
 * @throws Problem `not_found` when the plan is not in the list, or is another service's; then nothing changes
 */
export async function selectApplication(hub: HubInfo, service: Chosen, id: string): Promise<void> {
  await orSignIn(
    makeChoice(service, async choice => {
      const known = $applications.get()
      const applications = known.status === 'success' ? known.value : await loadApplications(hub)
      return take(hub, choice, listed(applications, service, id), true)
    })
  )
}

/** Another plan takes the place of one that is used up, or has too little left. @returns is there one? */
async function fellBack(hub: HubInfo, service: Chosen): Promise<boolean> {
  const before = $selection.get()[service.id]
  const plans = hub.user === null || before === undefined ? null : await loadApplications(hub).catch(() => null)
  if (plans === null) return false
  if ($selection.get()[service.id] === undefined) return true
  const others = plansFor(plans, service.serviceId).filter(plan => plan.id !== before?.application && isUsable(plan, Date.now()))
  const next = chooseApplication(others, null, Date.now())
  if (next === null) return false
  await makeChoice(service, choice => take(hub, choice, next))
  if (before?.own) tellLost(service.id)
  return true
}

async function choose(hub: HubInfo, choice: Choice): Promise<string> {
  const application = chosenFor(choice.service, await loadApplications(hub), Date.now())
  if (application === null) throw new Problem('not_applied')
  return take(hub, choice, application)
}

/** The plan's credential for this page's origin is used, or made. One that was asked for later has the say. */
async function take(hub: HubInfo, choice: Choice, application: Application, chosen = false): Promise<string> {
  const token =
    credentialOf(application, hub.origin) ?? (await asPerson(hub, access => createCredential(hub, access, application.id))).token
  const { service, stays } = choice
  if (!stays()) throw new Problem('canceled')
  if (isOvertaken(choice)) return selectionOf(service, hub.origin)?.credential ?? token
  // The list may have become another one meanwhile.
  const known = $applications.get()
  if (known.status === 'success') listed(known.value, service, application.id)
  settleChoice(choice)
  // A new credential does not make it less the person's own choice.
  const before = $selection.get()[service.id]
  const own = chosen || (before?.application === application.id && before.own === true)
  select(service, { application: application.id, credential: token, host: hub.origin, ...(own && { own }) })
  return token
}

/** One that was made already, and that is worth trying. */
function credentialOf({ credentials }: Application, origin: string): string | null {
  const ended = (end: string | null): boolean => Date.parse(end ?? '') <= Date.now()
  const found = credentials.find(
    ({ host, token, expired_at }) => host === origin && token !== '' && !refused.has(token) && !ended(expired_at)
  )
  return found?.token ?? null
}

function listed(applications: readonly Application[], { serviceId }: Chosen, id: string): Application {
  const found = plansFor(applications, serviceId).find(each => each.id === id)
  if (found !== undefined) return found
  throw new Problem('not_found', { detail: 'Application not found', issues: [{ field: 'application', code: 'application_missing' }] })
}
