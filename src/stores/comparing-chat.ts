import { askQuestion, retrieveConversation, stopAnswer } from '#client/conversations.ts'
import { failureOf } from '#client/failure.ts'
import { createTurn, turnsOf, type Failure, type Turn } from '#client/turns.ts'
import { toProblem, type Problem } from '#core/problem.ts'
import { changeSide, sideAt } from '#stores/comparing.ts'
import { withCredentialSilently, withCredential } from '#stores/credential.ts'
import type { Follower } from '#stores/feed-follower.ts'
import { paintAnswer } from '#stores/paint-answer.ts'
import { userFeed } from '#stores/person-feed.ts'

type Asked = {
  /** The place of the model in the comparison. */
  place: number
  model: string
  question: string
  key: string
  /** Called with the run when the server has taken the question. */
  onRun(run: string): void
}

/**
 * Asks a model in a conversation of its own. The answer grows in its side.
 * @returns the failure, or null when it has begun
 */
export async function askSide({
  place,
  model,
  question,
  key,
  onRun
}: Asked): Promise<Failure | null> {
  // The feed may deliver events of the answer before the question's response, so listen first.
  const follower = userFeed().expect(null)
  try {
    const { id, run_id } = await withCredential(token =>
      askQuestion(token, { id: null, model, question }, key)
    )
    changeSide(place, {
      phase: 'running',
      run: run_id,
      conversation: id,
      turn: createTurn('assistant', '', { state: 'answering', model })
    })
    onRun(run_id)
    userFeed().bind(follower, run_id)
    void showAnswer(place, follower)
    return null
  } catch (thrown) {
    follower.close()
    return failureOf(toProblem(thrown))
  }
}

/** Shows an answer that was being written when the page was rendered. */
export function followAnswerAt(place: number, run: string): void {
  void showAnswer(place, userFeed().follow(run, 0))
}

/**
 * Stops an answer and keeps its text.
 * @returns the failure, or null
 */
export async function stopAnswerAt(place: number): Promise<Failure | null> {
  const conversation = sideAt(place)?.conversation ?? null
  if (conversation === null) return null
  try {
    await withCredential(token => stopAnswer(token, conversation))
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}

async function showAnswer(place: number, follower: Follower): Promise<void> {
  const problem = await paintAnswer(follower, {
    before: { content: '', reasoning: '' },
    isShown: () => true,
    changeAnswer: change => changeTurn(place, change),
    applyFacts: ({ answer }) => changeTurn(place, () => answer)
  }).then(() => null, toProblem)
  if (problem?.code === 'not_found') await reload(place, problem)
  else end(place, problem)
}

/** Loads the stored answer. The run's events are gone, so the run has ended. */
async function reload(place: number, problem: Problem): Promise<void> {
  const conversation = sideAt(place)?.conversation ?? ''
  const stored = await withCredentialSilently(token =>
    retrieveConversation(token, conversation)
  ).catch(() => null)
  const answer = turnsOf(stored).find(({ role }) => role === 'assistant')
  if (answer === undefined) return end(place, problem)
  changeSide(place, { phase: 'ended', turn: answer })
}

function end(place: number, problem: Problem | null): void {
  changeTurn(place, () => ({
    state: problem === null ? 'finished' : 'failed',
    failure: problem && failureOf(problem)
  }))
  const { sentAt = null, seconds = null } = sideAt(place) ?? {}
  changeSide(place, {
    phase: 'ended',
    seconds: seconds ?? (sentAt === null ? null : (Date.now() - sentAt) / 1000)
  })
}

function changeTurn(place: number, change: (shown: Turn) => Partial<Turn>): void {
  const shown = sideAt(place)?.turn ?? null
  if (shown !== null) changeSide(place, { turn: { ...shown, ...change(shown) } })
}
