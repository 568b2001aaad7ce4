import { askQuestion, replaceMessages, stopAnswer, type Question } from '#client/conversations.ts'
import { failureOf } from '#client/failure.ts'
import type { HubInfo } from '#client/hub.ts'
import { isOffline } from '#client/problem.ts'
import { toMessage, turn, type Turn } from '#client/turns.ts'
import { deriveTitle, textOf, type ChatGroupId } from '#core/chat.ts'
import { Problem, toProblem } from '#core/problem.ts'
import { loadApplications } from '#stores/applications.ts'
import { rememberConversation } from '#stores/conversations.ts'
import { withCredential } from '#stores/credential.ts'
import { draftKey, settleDraft } from '#stores/drafts.ts'
import type { Follower } from '#stores/feed-follower.ts'
import { feedOf } from '#stores/person-feed.ts'
import { onReset, untilReset } from '#stores/persisted.ts'
import { endTurn, reload, showRun } from '#stores/showing.ts'
import { changeThread, currentThread, isAnswering, untilLeft } from '#stores/thread.ts'

/** What is asked, and in which group of models. */
export type Asked = { group: ChatGroupId; question: string; model: string }

/**
 * Asks in the open conversation and shows the answer as it grows. Failures are shown in the turn.
 * @returns is the question off the person's hands: taken by the server, or of somebody who has signed out? If not, it is still a draft
 */
export async function ask(hub: HubInfo, asked: Asked): Promise<boolean> {
  const { phase, turns, id } = currentThread()
  if (phase !== 'idle') return false
  const body = { question: asked.question, model: asked.model, id }
  const pending = [turn('user', asked.question, { sent: false }), turn('assistant', '', { state: 'pending', sent: false })]
  changeThread({ turns: [...turns.filter(each => each.sent), ...pending], phase: 'asking', notice: null })
  // Before the question is: the feed may tell of its answer first.
  const answer = feedOf(hub).expect(null)
  const [here, stays] = [untilLeft(), untilReset()]
  try {
    const { id: given, run_id } = await withCredential(hub, token => askQuestion(hub, token, body, keyOf(body)))
    attempt = null
    if (stays()) settleDraft(draftKey(asked.group, id), draftKey(asked.group, given), asked.question)
    if (!here()) return leave(answer)
    const stopping = currentThread().phase === 'stopping'
    accept(asked, given)
    if (stopping) void stop(hub)
    feedOf(hub).bind(answer, run_id)
    await showRun(hub, run_id, answer)
    return true
  } catch (thrown) {
    if (!here()) return leave(answer) && !stays()
    answer.close()
    const problem = toProblem(thrown)
    if (!isOffline(problem)) attempt = null
    endTurn(problem)
    return false
  }
}

/** Asks the last question again, in place of its failed answer. @returns as {@link ask} does */
export async function retry(hub: HubInfo, group: ChatGroupId, model: string): Promise<boolean> {
  const { phase, turns, id } = currentThread()
  const index = turns.findLastIndex(each => each.role === 'user')
  const question = turns[index]
  if (phase !== 'idle' || question === undefined) return false
  const kept = turns.slice(0, index)
  if (question.sent && id !== null && !(await cut(hub, id, kept))) return false
  changeThread({ turns: kept, phase: 'idle' })
  return ask(hub, { group, question: textOf(question.content), model })
}

/** Reads on in an answer that was being written when the page was made. @returns was there one? */
export async function follow(hub: HubInfo): Promise<boolean> {
  const { id, phase, run } = currentThread()
  if (id === null || phase !== 'idle' || !isAnswering(currentThread())) return false
  changeThread({ phase: 'answering' })
  if (run === null) await reload(hub, new Problem('not_found'))
  else await showRun(hub, run, feedOf(hub).follow(run, 0))
  return true
}

/** Ends the answer; what it has said stays. One that has not begun is ended as soon as it does. @returns was there one? */
export async function stop(hub: HubInfo): Promise<boolean> {
  const { id, phase } = currentThread()
  if (phase !== 'asking' && phase !== 'answering') return false
  changeThread({ phase: 'stopping' })
  if (phase === 'answering' && id !== null) await sendStop(hub, id)
  return true
}

/** What all plans for all services together have left, read anew. @returns decimal credits; null when it cannot be read */
export async function readBalance(hub: HubInfo): Promise<number | null> {
  const plans = await loadApplications(hub).catch(() => null)
  return plans && plans.reduce((sum, plan) => sum + (plan.scope === 'Global' ? plan.remaining_amount : 0), 0)
}

/** The server has the question: it is part of the conversation now. */
function accept({ question, model }: Asked, id: string): void {
  const before = currentThread()
  const turns = before.turns.map((each): Turn => ({ ...each, sent: true, ...(each.state === 'pending' && { state: 'answering' }) }))
  const title = before.title || deriveTitle(question)
  changeThread({ id, title, turns, phase: 'answering' })
  const now = Date.now() / 1000
  rememberConversation({ id, title, model, created_at: now, updated_at: now })
}

/** Nobody looks at the answer any more. */
function leave(answer: Follower): true {
  answer.close()
  return true
}

async function sendStop(hub: HubInfo, id: string): Promise<void> {
  const here = untilLeft()
  try {
    await withCredential(hub, token => stopAnswer(hub, token, id))
  } catch (thrown) {
    const problem = toProblem(thrown)
    // Already over: the stream will say so itself.
    const over = problem.code === 'not_found' || problem.code === 'bad_request'
    if (!over && here() && currentThread().phase === 'stopping') changeThread({ phase: 'answering', notice: failureOf(problem) })
  }
}

/** Takes the turns from the last question on out of the stored conversation. @returns false when that failed, or it was left meanwhile */
async function cut(hub: HubInfo, id: string, kept: readonly Turn[]): Promise<boolean> {
  changeThread({ phase: 'asking', notice: null })
  const here = untilLeft()
  try {
    await withCredential(hub, token => replaceMessages(hub, token, id, kept.map(toMessage)))
    return here()
  } catch (thrown) {
    if (here()) changeThread({ phase: 'idle', notice: failureOf(toProblem(thrown)) })
    return false
  }
}

/** The question that may or may not have reached the server: asked again, it carries the same key. */
let attempt: { body: string; key: string } | null = null

onReset(() => {
  attempt = null
})

function keyOf(question: Question): string {
  const body = JSON.stringify(question)
  // Not randomUUID, which plain HTTP does not have.
  if (attempt?.body !== body) attempt = { body, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
  return attempt.key
}
