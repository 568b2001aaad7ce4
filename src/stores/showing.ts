import type { AnswerFacts } from '#client/chat-frame.ts'
import { retrieveConversation } from '#client/conversations.ts'
import { failureOf } from '#client/failure.ts'
import type { Turn } from '#client/turns.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { toProblem, type Problem } from '#core/problem.ts'
import { loadBalance } from '#stores/balance-changes.ts'
import { withCredentialSilently } from '#stores/credential.ts'
import type { Follower } from '#stores/feed-follower.ts'
import { paintAnswer } from '#stores/paint-answer.ts'
import { onReset } from '#stores/persisted.ts'
import {
  changeAnswer,
  changeThread,
  currentThread,
  openThread,
  createThreadCheck
} from '#stores/thread.ts'

/** The runs that this page shows or has shown. */
const taken = new Set<string>()

onReset(() => taken.clear())

/** Checks whether this page shows or has shown the run itself. */
export function isRunShown(run: string): boolean {
  return taken.has(run)
}

/**
 * Shows a run's answer as it grows, after the text of the last turn. It stops at the end of the run
 * or when the user leaves the conversation. A failure is shown in the turn.
 */
export async function showRun(run: string, follower: Follower): Promise<void> {
  taken.add(run)
  const stays = createThreadCheck()
  const problem = await paintAnswer(follower, {
    before: currentThread().turns.at(-1) ?? { content: '', reasoning: '' },
    isShown: stays,
    changeAnswer,
    applyFacts
  }).then(() => null, toProblem)
  if (!stays()) return
  if (problem?.code === 'not_found') await reloadConversation(problem)
  else endTurn(problem)
}

/** Ends the last turn, as finished or with a failure. */
export function endTurn(problem: Problem | null): void {
  changeAnswer(() => ({
    state: problem === null ? 'finished' : 'failed',
    failure: problem && failureOf(problem)
  }))
  changeThread({ phase: 'idle' })
}

/** Loads the stored conversation. The run's events are gone, so the run has ended. */
export async function reloadConversation(problem: Problem): Promise<void> {
  const stays = createThreadCheck()
  void loadBalance(CHAT_SERVICE)
  try {
    const conversation = await withCredentialSilently(token =>
      retrieveConversation(token, currentThread().id ?? '')
    )
    if (!stays()) return
    openThread(conversation)
    if (conversation.answering !== undefined) endTurn(problem)
  } catch (thrown) {
    if (stays()) endTurn(toProblem(thrown))
  }
}

/** Applies an event's data about the question and the answer, except the text. */
function applyFacts(told: AnswerFacts): void {
  const { turns } = currentThread()
  const [question, answer] = [turns.at(-2), turns.at(-1)]
  if (question === undefined || answer === undefined) return
  changeThread({
    turns: [...turns.slice(0, -2), withTold(question, told.question), withTold(answer, told.answer)]
  })
}

/** Updates a turn. A new version is added to the ids of the older ones, as the newest. */
function withTold(turn: Turn, told: Partial<Turn>): Turn {
  const { id } = told
  if (id == null || turn.versions.length === 0 || turn.versions.includes(id))
    return { ...turn, ...told }
  return { ...turn, ...told, versions: [...turn.versions, id] }
}
