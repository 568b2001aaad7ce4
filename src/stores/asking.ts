import { askQuestion, stopAnswer, type Question } from '#client/conversations.ts'
import { failureOf } from '#client/failure.ts'
import type { HubInfo } from '#client/hub.ts'
import { isOffline } from '#client/problem.ts'
import { turn, type Turn } from '#client/turns.ts'
import { deriveTitle, type ChatGroupId } from '#core/chat.ts'
import { Problem, toProblem } from '#core/problem.ts'
import { contentWith, type Reference } from '#core/reference.ts'
import { hideAttachments, readyFor, settleAttachments } from '#stores/attachments.ts'
import { currentList, rememberConversation } from '#stores/conversations.ts'
import { withCredential } from '#stores/credential.ts'
import { draftKey, settleDraft } from '#stores/drafts.ts'
import type { Follower } from '#stores/feed-follower.ts'
import { feedOf } from '#stores/person-feed.ts'
import { onReset, untilReset } from '#stores/persisted.ts'
import { forgetSettings, openSettings } from '#stores/chat-settings.ts'
import { endTurn, reload, showRun } from '#stores/showing.ts'
import { changeThread, currentThread, isAnswering, untilLeft } from '#stores/thread.ts'

/** What is asked, in which group of models, and the files that come with it: those of its draft when not given. */
export type Asked = { group: ChatGroupId; question: string; model: string; references?: readonly Reference[] }

/** Something that is asked of the server, and what the page shows of it. */
export type Plan = {
  body: Question
  /** The turns once the server has taken it. The last one is the answer. */
  turns: readonly Turn[]
  /** Are they shown before, and the refusal in them? Else the page stays as it is until then. */
  early?: boolean
  /** It has been taken, in the conversation of this id. */
  onTaken?(id: string): void
}

/** An answer that is not there yet. */
export const PENDING: Partial<Turn> = { state: 'pending', sent: false }

/**
 * Asks in the open conversation and shows the answer as it grows. Failures are shown in the turn.
 * @returns is the question off the person's hands: taken by the server, or of somebody who has signed out? If not, it is still a draft
 */
export async function ask(hub: HubInfo, { group, question, model, ...asked }: Asked): Promise<boolean> {
  const draft = draftKey(group, currentThread().id)
  openSettings(draft)
  const { phase, turns, id, preset, temperature } = currentThread()
  if (phase !== 'idle') return false
  const { references = readyFor(draft) } = asked
  const kept = turns.filter(each => each.sent)
  const parent = kept.at(-1)?.id
  const body: Question = {
    question,
    model,
    id,
    ...(references.length > 0 && { references: references.map(({ url }) => url) }),
    ...(id !== null && parent != null && { parent_id: parent }),
    ...(id === null && preset !== '' && { preset }),
    ...(id === null && temperature !== null && { temperature })
  }
  hideAttachments(draft, references, true)
  const here = untilLeft()
  const taken = await begin(hub, {
    body,
    turns: [...kept, turn('user', contentWith(question, references), { sent: false }), turn('assistant', '', PENDING)],
    early: true,
    onTaken(given) {
      // Who has left stands before another new chat: what is there now stays there.
      const to = here() ? draftKey(group, given) : draft
      settleDraft(draft, to, question)
      settleAttachments(draft, to, references)
      if (id === null) forgetSettings(draft)
    }
  })
  if (!taken) hideAttachments(draft, references, false)
  return taken
}

/** Asks something of the server and shows what comes of it. @returns as {@link ask} does */
export async function begin(hub: HubInfo, { body, turns, early = false, onTaken }: Plan): Promise<boolean> {
  changeThread({ phase: 'asking', notice: null, ...(early && { turns }) })
  // Before the question is: the feed may tell of its answer first.
  const answer = feedOf(hub).expect(null)
  const [here, stays] = [untilLeft(), untilReset()]
  try {
    const { id, run_id } = await withCredential(hub, token => askQuestion(hub, token, body, keyOf(body)))
    attempt = null
    if (stays()) onTaken?.(id)
    if (!here()) return leave(answer)
    const stopping = currentThread().phase === 'stopping'
    accept(body, turns, id)
    if (stopping) void stop(hub)
    feedOf(hub).bind(answer, run_id)
    await showRun(hub, run_id, answer)
    return true
  } catch (thrown) {
    if (!here()) return leave(answer) && !stays()
    answer.close()
    const problem = toProblem(thrown)
    if (!isOffline(problem)) attempt = null
    if (early) endTurn(problem)
    else changeThread({ phase: 'idle', notice: failureOf(problem) })
    return false
  }
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

export { readBalance } from '#stores/applications.ts'

/** The server has it: it is part of the conversation now. */
function accept({ question = '', model }: Question, turns: readonly Turn[], id: string): void {
  const title = currentThread().title || deriveTitle(question)
  const taken = turns.map((each): Turn => ({ ...each, sent: true, ...(each.state === 'pending' && { state: 'answering', model }) }))
  changeThread({ id, title, model, turns: taken, phase: 'answering' })
  const known = currentList().items.find(each => each.id === id)
  const now = Date.now() / 1000
  rememberConversation({ created_at: now, ...known, id, title, model, updated_at: now })
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

/** What may or may not have reached the server: asked again, it carries the same key. */
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
