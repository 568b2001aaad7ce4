import { pageHub } from '#client/page-hub.ts'
import { failureOf } from '#client/failure.ts'
import type { TaskInput } from '#client/generate.ts'
import { isOffline } from '#client/problem.ts'
import type { Failure } from '#client/turns.ts'
import { guestRunIssue } from '#core/guest-try.ts'
import type { Service } from '#core/service.ts'
import { toolGuestLineKey } from '#islands/guest-line.ts'
import { requestHydration } from '#islands/pane-events.ts'
import { readDraft } from '#stores/drafts.ts'
import { startToolTask, loadNewestTasks, showTask } from '#stores/generating.ts'
import { $guest } from '#stores/guest-token.ts'
import { startGuestTrial, claimGuestTrial } from '#stores/guest-try.ts'
import { signInToSend } from '#stores/pressed.ts'
import { currentTaskList } from '#stores/shelf-changes.ts'
import { $form, currentForm, formDraftKey } from '#stores/tool-form.ts'

/**
 * Starts a run as a guest, if the site and the tool allow it. Otherwise the guest signs up, and the
 * run starts afterwards.
 * @param formless true if the input does not come from the form
 * @returns the failure; null if it has started, or starts after the sign-up
 */
export async function submitAsGuest(
  service: Service,
  order: TaskInput,
  formless: boolean
): Promise<Failure | null> {
  const place = formDraftKey(service.id)
  const signUp = (): null => {
    signInToSend(place, readDraft(place), service.medium, formless ? order : undefined)
    return null
  }
  const action = service.actions?.[order.verb]
  if (!pageHub().guest || action === undefined || hasTried()) return signUp()
  if (guestRunIssue(service, action, order.values) !== null) return signUp()
  const problem = await startGuestTrial(service.id, service.id)
  if (problem !== null) return isOffline(problem) ? failureOf(problem) : signUp()
  requestHydration()
  const failure = await startToolTask(service, order, task => {
    const guest = $guest.get()
    if (guest !== null) $guest.set({ ...guest, group: service.id, work: task })
  })
  return failure?.issues.some(({ field }) => field === 'guest') ? signUp() : failure
}

/**
 * Shows a guest their result again after a reload. If the guest has signed up since, the result
 * becomes the user's own.
 */
export async function restoreGuestTask(service: Service): Promise<void> {
  const { group, work = null } = $guest.get() ?? {}
  if (pageHub().user !== null) {
    if ((await claimGuestTrial()) === null) return
    await loadNewestTasks(service)
  } else {
    showGuestLine(service)
    if (group === service.id && work !== null) await showTask(service, work).catch(() => undefined)
  }
  // The page was rendered without these cards, so ask the results island to show them.
  if (currentTaskList().items.length > 0) requestHydration()
}

/**
 * Shows a guest, below the Generate button, what it will do with the current form.
 * @returns a function that stops it
 */
export function watchGuestLine(service: Service): () => void {
  if (!pageHub().guest) return () => undefined
  showGuestLine(service)
  return $form.listen(() => showGuestLine(service))
}

function showGuestLine(service: Service): void {
  const form = currentForm(service)
  const line = toolGuestLineKey(pageHub(), service, form)
  if (form.line !== line) $form.set({ ...form, line })
}

/** Checks whether this browser has used its free try. A failed run does not count. */
function hasTried(): boolean {
  const { work = null } = $guest.get() ?? {}
  const state = currentTaskList().items.find(({ id }) => id === work)?.state
  return work !== null && state !== 'failed' && state !== 'cancelled'
}
