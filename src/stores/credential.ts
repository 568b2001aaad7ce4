import { pageHub } from '#client/page-hub.ts'
import { withSignInRedirect, withBearer } from '#client/bearer.ts'
import { requestCredential } from '#client/platform.ts'
import type { Application } from '#contract/application.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { chooseApplication, isPlanUsable, plansFor } from '#core/choose-application.ts'
import { Problem } from '#core/problem.ts'
import { $applications, loadApplications } from '#stores/applications.ts'
import {
  isChoiceOutdated,
  makeChoice,
  pendingChoice,
  settleChoice,
  startChoice,
  type Choice
} from '#stores/choice.ts'
import { guestToken } from '#stores/guest-token.ts'
import { notifyLostPlan } from '#stores/lost-plan.ts'
import { onReset } from '#stores/persisted.ts'
import { withUserToken } from '#stores/renewal.ts'
import {
  $selection,
  chosenPlan,
  dropCredential,
  setSelection,
  selectionOf,
  type ServiceRef
} from '#stores/selection.ts'

/**
 * Credentials that a server has refused. The list of plans may still contain them, and then the
 * plan needs a new one.
 */
const refused = new Set<string>()

onReset(() => refused.clear())

/**
 * Returns the token for generation requests and creates one if there is none. Concurrent callers
 * share it.
 * @throws Problem `not_applied` when the user has no plan; `canceled` when they sign out, or the
 * service is reset, meanwhile
 */
export function ensureCredential(service: ServiceRef = CHAT_SERVICE): Promise<string> {
  const hub = pageHub()
  const guest = guestToken(hub)
  if (guest !== null) return Promise.resolve(guest)
  const known = selectionOf(service, hub.origin)
  if (known !== null) return Promise.resolve(known.credential)
  return pendingChoice(service.id) ?? makeChoice(service, choice => choose(choice))
}

/**
 * Runs a generation request for an action of the user. If the session has ended, they sign in.
 * @throws Problem as {@link withCredentialSilently} does
 */
export function withCredential<T>(
  run: (token: string) => Promise<T>,
  service: ServiceRef = CHAT_SERVICE
): Promise<T> {
  return withSignInRedirect(withCredentialSilently(run, service))
}

/**
 * Runs a request with a credential. A refused credential is replaced once by another one of the
 * same plan. If that plan has too little left, another plan pays.
 * @throws Problem whatever the request throws, and what {@link ensureCredential} throws
 */
export function withCredentialSilently<T>(
  run: (token: string) => Promise<T>,
  service: ServiceRef = CHAT_SERVICE
): Promise<T> {
  const call = startChoice(service)
  const renew = async (stale: string): Promise<string> => {
    if (!call.stays()) throw new Problem('canceled')
    refused.add(stale)
    dropCredential(service.id, stale)
    return ensureCredential(service)
  }
  const attempt = (): Promise<T> =>
    withBearer({ current: () => ensureCredential(service), renew }, run)
  return attempt().catch(async (thrown: unknown) => {
    if (!(thrown instanceof Problem) || thrown.code !== 'used_up' || !(await fellBack(service)))
      throw thrown
    return attempt()
  })
}

/**
 * Selects the plan of the user's choice for a service.
 * @throws Problem `not_found` when the plan is not in the list or belongs to another service;
 * nothing changes then
 */
export async function selectApplication(service: ServiceRef, id: string): Promise<void> {
  await withSignInRedirect(
    makeChoice(service, async choice => {
      const known = $applications.get()
      const applications = known.status === 'success' ? known.value : await loadApplications()
      return take(choice, listed(applications, service, id), true)
    })
  )
}

/**
 * Replaces a plan that has no or too few credits left by another one.
 * @returns true if there is one
 */
async function fellBack(service: ServiceRef): Promise<boolean> {
  const before = $selection.get()[service.id]
  const plans =
    pageHub().user === null || before === undefined
      ? null
      : await loadApplications().catch(() => null)
  if (plans === null) return false
  if ($selection.get()[service.id] === undefined) return true
  const others = plansFor(plans, service.serviceId).filter(
    plan => plan.id !== before?.application && isPlanUsable(plan, Date.now())
  )
  const next = chooseApplication(others, null, Date.now())
  if (next === null) return false
  await makeChoice(service, choice => take(choice, next))
  if (before?.own) notifyLostPlan(service.id)
  return true
}

async function choose(choice: Choice): Promise<string> {
  const application = chosenPlan(choice.service, await loadApplications(), Date.now())
  if (application === null) throw new Problem('not_applied')
  return take(choice, application)
}

/**
 * Uses the plan's credential for this page's origin, or creates one. A later choice takes
 * precedence.
 */
async function take(choice: Choice, application: Application, chosen = false): Promise<string> {
  const hub = pageHub()
  const token =
    credentialOf(application, hub.origin) ??
    (await withUserToken(access => requestCredential(access, application.id))).token
  const { service, stays } = choice
  if (!stays()) throw new Problem('canceled')
  if (isChoiceOutdated(choice)) return selectionOf(service, hub.origin)?.credential ?? token
  // The list of plans may have changed meanwhile.
  const known = $applications.get()
  if (known.status === 'success') listed(known.value, service, application.id)
  settleChoice(choice)
  // With a new credential for the same plan, the choice remains the user's own.
  const before = $selection.get()[service.id]
  const own = chosen || (before?.application === application.id && before.own === true)
  setSelection(service, {
    application: application.id,
    credential: token,
    host: hub.origin,
    ...(own && { own })
  })
  return token
}

/** Returns an existing credential that is not known to be refused or expired. */
function credentialOf({ credentials }: Application, origin: string): string | null {
  const ended = (end: string | null): boolean => Date.parse(end ?? '') <= Date.now()
  const found = credentials.find(
    ({ host, token, expired_at }) =>
      host === origin && token !== '' && !refused.has(token) && !ended(expired_at)
  )
  return found?.token ?? null
}

function listed(
  applications: readonly Application[],
  { serviceId }: ServiceRef,
  id: string
): Application {
  const found = plansFor(applications, serviceId).find(each => each.id === id)
  if (found !== undefined) return found
  throw new Problem('not_found', {
    detail: 'Application not found',
    issues: [{ field: 'application', code: 'application_missing' }]
  })
}
