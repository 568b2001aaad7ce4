import { pieceOf } from '#client/chat-frame.ts'
import { retrieveConversation } from '#client/conversations.ts'
import { failureOf } from '#client/failure.ts'
import type { HubInfo } from '#client/hub.ts'
import { toProblem, type Problem } from '#core/problem.ts'
import { NO_ANSWER, shownIn, withPiece } from '#stores/answer.ts'
import { withCredential } from '#stores/credential.ts'
import type { Follower } from '#stores/feed-follower.ts'
import { createPainter } from '#stores/painter.ts'
import { changeAnswer, changeThread, currentThread, openThread } from '#stores/thread.ts'

/** Runs that this page shows, or has shown. */
const taken = new Set<string>()

/** Does this page show the run itself? */
export function isTaken(run: string): boolean {
  return taken.has(run)
}

/** Shows a run's answer in the last turn as it grows, up to its end. Failures are shown there, too. */
export async function showRun(hub: HubInfo, run: string, follower: Follower): Promise<void> {
  taken.add(run)
  const problem = await write(follower).then(() => null, toProblem)
  if (problem?.code === 'not_found') await reload(hub, problem)
  else endTurn(problem)
}

/** The answer is over, or cannot be shown. */
export function endTurn(problem: Problem | null): void {
  changeAnswer(() => ({ state: problem === null ? 'finished' : 'failed', failure: problem && failureOf(problem) }))
  changeThread({ phase: 'idle' })
}

/** The run's events are gone, so it is over: what became of it is stored. */
export async function reload(hub: HubInfo, problem: Problem): Promise<void> {
  try {
    const conversation = await withCredential(hub, token => retrieveConversation(hub, token, currentThread().id ?? ''))
    openThread(conversation)
    if (conversation.answering !== undefined) endTurn(problem)
  } catch (thrown) {
    endTurn(toProblem(thrown))
  }
}

async function write(follower: Follower): Promise<void> {
  let answer = NO_ANSWER
  const painter = createPainter(() => changeAnswer(last => shownIn(last, answer)))
  try {
    for await (const event of follower.events()) {
      answer = withPiece(answer, pieceOf(event), Date.now())
      painter.ask()
    }
  } finally {
    painter.flush()
  }
}
