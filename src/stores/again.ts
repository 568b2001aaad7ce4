import { retrieveConversation, requestBranchSwitch } from '#client/conversations.ts'
import { failureOf } from '#client/failure.ts'
import { createTurn, type Turn } from '#client/turns.ts'
import { contentText, type ChatGroupId } from '#core/chat.ts'
import { toProblem } from '#core/problem.ts'
import { createMessageContent, contentReferences } from '#core/reference.ts'
import { sendQuestion, submitChatRequest, followAnswer, PENDING_ANSWER } from '#stores/asking.ts'
import { withCredentialSilently, withCredential } from '#stores/credential.ts'
import {
  changeThread,
  currentThread,
  isAnswering,
  openThread,
  createThreadCheck
} from '#stores/thread.ts'

/** Resets the fields that describe how an answer ended. */
const NO_END: Partial<Turn> = { failure: null, tokens: null, price: null, estimated: false }

/**
 * The new text of a question, and the model that answers it. `onTaken` runs once the server has
 * taken the question.
 */
export type QuestionEdit = { question: string; model: string; onTaken(): void }

/**
 * Sends a new version of a question. The old version and its answers remain available.
 * @param place index of the question's turn, counted from 0
 * @returns true if the server took it; otherwise the page shows why and keeps its turns
 */
export async function editQuestion(
  place: number,
  { question, model, onTaken }: QuestionEdit
): Promise<boolean> {
  const old = await settled(place)
  if (old === null) return false
  const { id, turns } = currentThread()
  const references = contentReferences(old.content)
  const fresh = createTurn('user', createMessageContent(question, references), {
    parent: old.parent,
    versions: versionsOf(old)
  })
  return submitChatRequest({
    body: {
      question,
      model,
      id,
      references: references.map(({ url }) => url),
      parent_id: old.parent
    },
    turns: [...turns.slice(0, place), fresh, createTurn('assistant', '', PENDING_ANSWER)],
    onTaken
  })
}

/**
 * Asks the last question again, in place of its failed answer.
 * @returns as {@link sendQuestion} does
 */
export async function retryQuestion(group: ChatGroupId, model: string): Promise<boolean> {
  const { phase, turns } = currentThread()
  const index = turns.findLastIndex(each => each.role === 'user')
  const question = turns[index]
  if (phase !== 'idle' || question === undefined) return false
  if (question.sent) return regenerateAnswer(index + 1, model)
  return sendQuestion({
    group,
    question: contentText(question.content),
    model,
    references: contentReferences(question.content)
  })
}

/**
 * Requests another answer to a question. The old answer remains as another version.
 * @param place index of the answer's turn
 * @returns as {@link editQuestion} does
 */
export async function regenerateAnswer(place: number, model: string): Promise<boolean> {
  const old = (await settled(place)) ?? currentThread().turns[place - 1]
  if (currentThread().phase !== 'idle' || old?.id == null) return false
  const { id, turns } = currentThread()
  const fresh = createTurn('assistant', '', {
    ...PENDING_ANSWER,
    parent: old.parent,
    versions: old.role === 'user' ? [] : versionsOf(old)
  })
  return submitChatRequest({
    body: { regenerate: old.id, model, id },
    turns: [...turns.slice(0, place), fresh]
  })
}

/**
 * Continues the last answer where it broke off, as a new version of it.
 * @returns as {@link editQuestion} does
 */
export async function continueAnswer(model: string): Promise<boolean> {
  const place = currentThread().turns.length - 1
  const old = await settled(place)
  if (old?.id == null || contentText(old.content) === '') return false
  const { id, turns } = currentThread()
  return submitChatRequest({
    body: { continue: old.id, model, id },
    turns: [
      ...turns.slice(0, place),
      { ...old, ...NO_END, id: null, state: 'pending', versions: versionsOf(old) }
    ]
  })
}

/** Counts the calls of {@link switchVersion}, so that only the result of the last one is shown. */
let switches = 0

/**
 * Shows another version of a turn with the turns that follow it. The server remembers the choice.
 * @returns true if it is shown; otherwise the page shows why, unless a newer action replaced it
 */
export async function switchVersion(version: string): Promise<boolean> {
  const { id, phase } = currentThread()
  if (id === null || phase !== 'idle') return false
  const [mine, here] = [++switches, createThreadCheck()]
  const stays = (): boolean => mine === switches && here() && currentThread().phase === 'idle'
  try {
    const conversation = await withCredential(token => requestBranchSwitch(token, id, version))
    if (!stays()) return false
    openThread(conversation)
    void followAnswer()
    return true
  } catch (thrown) {
    if (stays()) changeThread({ notice: failureOf(toProblem(thrown)) })
    return false
  }
}

/**
 * Returns the turn at an index with its id. If the id is missing, it fetches the conversation
 * again. Returns null if that fails, or if an answer is being written.
 */
async function settled(place: number): Promise<Turn | null> {
  const { id, phase, turns } = currentThread()
  const known = turns[place]
  if (phase !== 'idle' || id === null) return null
  if (known?.id != null) return known
  const here = createThreadCheck()
  try {
    const conversation = await withCredentialSilently(token => retrieveConversation(token, id))
    if (!here() || currentThread().phase !== 'idle') return null
    openThread(conversation)
    if (!isAnswering(currentThread())) return currentThread().turns[place] ?? null
    // An answer was started elsewhere meanwhile. The page shows that answer, and the caller's
    // request is not sent.
    void followAnswer()
    return null
  } catch (thrown) {
    if (here()) changeThread({ notice: failureOf(toProblem(thrown)) })
    return null
  }
}

/** Returns the ids of all versions of a turn, including itself. */
function versionsOf({ id, versions }: Turn): readonly string[] {
  return versions.length > 0 || id === null ? versions : [id]
}
