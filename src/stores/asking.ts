import { askQuestion, followAnswer, replaceMessages, retrieveConversation, stopAnswer, type Question } from '#client/conversations.ts'
import { failureOf } from '#client/failure.ts'
import type { HubInfo } from '#client/hub.ts'
import { isOffline } from '#client/problem.ts'
import { toMessage, turn, type Turn } from '#client/turns.ts'
import { deriveTitle, textOf, type ChatGroupId } from '#core/chat.ts'
import { toProblem, type Problem } from '#core/problem.ts'
import { loadApplications } from '#stores/applications.ts'
import { NO_ANSWER, shownIn, withFrame } from '#stores/answer.ts'
import { rememberConversation } from '#stores/conversations.ts'
import { draftKey, settleDraft } from '#stores/drafts.ts'
import { lastingFrames, type Frames } from '#stores/lasting-frames.ts'
import { createPainter } from '#stores/painter.ts'
import { withCredential } from '#stores/selection.ts'
import { changeAnswer, changeThread, currentThread, isAnswering, openThread } from '#stores/thread.ts'

/** What is asked, and in which group of models. */
export type Asked = { group: ChatGroupId; question: string; model: string }

/**
 * Asks in the open conversation and shows the answer as it grows. Failures are shown in the turn.
 * @returns did the server take the question? If not, it is still a draft
 */
export async function ask(hub: HubInfo, asked: Asked): Promise<boolean> {
  const { phase, turns, id } = currentThread()
  if (phase !== 'idle') return false
  const body = { question: asked.question, model: asked.model, id }
  const pending = [turn('user', asked.question, { sent: false }), turn('assistant', '', { state: 'pending', sent: false })]
  changeThread({ turns: [...turns.filter(each => each.sent), ...pending], phase: 'asking', notice: null })
  const open = (): Promise<Frames> => withCredential(hub, token => askQuestion(hub, token, body, keyOf(body)))
  const { accepted, problem } = await write(hub, lastingFrames({ open, follow: follower(hub) }), given => accept(asked, given))
  if (accepted || problem === null || !isOffline(problem)) attempt = null
  end(problem)
  return accepted
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
  const { id, phase } = currentThread()
  if (id === null || phase !== 'idle' || !isAnswering(currentThread())) return false
  changeThread({ phase: 'answering' })
  const further = follower(hub)
  const frames = lastingFrames({ open: () => further(id, 0), follow: further, id })
  const { problem } = await write(hub, frames, () => changeThread({ phase: 'answering' }))
  if (problem?.code === 'not_found') await reload(hub, id, problem)
  else end(problem)
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

/** What all plans together have left, read anew. @returns decimal credits; null when it cannot be read */
export async function readBalance(hub: HubInfo): Promise<number | null> {
  const plans = await loadApplications(hub).catch(() => null)
  return plans === null ? null : plans.reduce((sum, plan) => sum + plan.remaining_amount, 0)
}

type Outcome = { accepted: boolean; problem: Problem | null }

async function write(hub: HubInfo, frames: Frames, begun: (id: string) => void): Promise<Outcome> {
  let answer = NO_ANSWER
  let problem: Problem | null = null
  const painter = createPainter(() => changeAnswer(last => shownIn(last, answer)))
  try {
    for await (const frame of frames) {
      const first = answer.id === ''
      answer = withFrame(answer, frame, Date.now())
      if (first && answer.id !== '') {
        const stopping = currentThread().phase === 'stopping'
        begun(answer.id)
        if (stopping) void stop(hub)
      }
      painter.ask()
    }
  } catch (thrown) {
    problem = toProblem(thrown)
  }
  painter.flush()
  return { accepted: answer.id !== '', problem }
}

/** The server has the question: it is part of the conversation now, and no draft any more. */
function accept({ group, question, model }: Asked, id: string): void {
  const before = currentThread()
  const turns = before.turns.map((each): Turn => ({ ...each, sent: true, ...(each.state === 'pending' && { state: 'answering' }) }))
  const title = before.title || deriveTitle(question)
  changeThread({ id, title, turns, phase: 'answering' })
  settleDraft(draftKey(group, before.id), draftKey(group, id), question)
  const now = Date.now() / 1000
  rememberConversation({ id, title, model, created_at: now, updated_at: now })
}

function end(problem: Problem | null): void {
  changeAnswer(() => ({ state: problem === null ? 'finished' : 'failed', failure: problem && failureOf(problem) }))
  changeThread({ phase: 'idle' })
}

async function sendStop(hub: HubInfo, id: string): Promise<void> {
  try {
    await withCredential(hub, token => stopAnswer(hub, token, id))
  } catch (thrown) {
    const problem = toProblem(thrown)
    // Already over: the stream will say so itself.
    const over = problem.code === 'not_found' || problem.code === 'bad_request'
    if (!over && currentThread().phase === 'stopping') changeThread({ phase: 'answering', notice: failureOf(problem) })
  }
}

/** Takes the turns from the last question on out of the stored conversation. @returns false when that failed */
async function cut(hub: HubInfo, id: string, kept: readonly Turn[]): Promise<boolean> {
  changeThread({ phase: 'asking', notice: null })
  try {
    await withCredential(hub, token => replaceMessages(hub, token, id, kept.map(toMessage)))
    return true
  } catch (thrown) {
    changeThread({ phase: 'idle', notice: failureOf(toProblem(thrown)) })
    return false
  }
}

/** The run's events are gone, so it is over: what became of it is stored. */
async function reload(hub: HubInfo, id: string, problem: Problem): Promise<void> {
  try {
    const conversation = await withCredential(hub, token => retrieveConversation(hub, token, id))
    openThread(conversation)
    if (conversation.answering !== undefined) end(problem)
  } catch (thrown) {
    end(toProblem(thrown))
  }
}

function follower(hub: HubInfo): (id: string, after: number) => Promise<Frames> {
  return (id, after) => withCredential(hub, token => followAnswer(hub, token, id, after))
}

/** The question that may or may not have reached the server: asked again, it carries the same key. */
let attempt: { body: string; key: string } | null = null

function keyOf(question: Question): string {
  const body = JSON.stringify(question)
  // Not randomUUID, which plain HTTP does not have.
  if (attempt?.body !== body) attempt = { body, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
  return attempt.key
}
