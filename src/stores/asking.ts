import { createIdempotencyKeys } from '#client/call-keys.ts'
import { askQuestion, stopAnswer, type ChatRequest } from '#client/conversations.ts'
import { failureOf } from '#client/failure.ts'
import { isOffline } from '#client/problem.ts'
import { createTurn, type Turn } from '#client/turns.ts'
import { deriveTitle, type ChatGroupId } from '#core/chat.ts'
import { Problem, toProblem } from '#core/problem.ts'
import { createMessageContent, type Reference } from '#core/reference.ts'
import { hideAttachments, readyAttachments, settleAttachments } from '#stores/attachments.ts'
import { clearChatSettings, restoreChatSettings } from '#stores/chat-settings.ts'
import { currentConversations, rememberConversation } from '#stores/conversations.ts'
import { withCredential } from '#stores/credential.ts'
import { draftKey, settleDraft } from '#stores/drafts.ts'
import type { Follower } from '#stores/feed-follower.ts'
import { onReset, createResetCheck } from '#stores/persisted.ts'
import { userFeed } from '#stores/person-feed.ts'
import { endTurn, reloadConversation, showRun } from '#stores/showing.ts'
import { changeThread, currentThread, isAnswering, createThreadCheck } from '#stores/thread.ts'

/**
 * A question, its model and group, and its files. Without `references`, the files of the draft are
 * sent.
 */
export type QuestionInput = {
  group: ChatGroupId
  question: string
  model: string
  references?: readonly Reference[]
}

/** A request to the server, and the turns that the page shows for it. */
export type ChatSubmission = {
  body: ChatRequest
  /** The turns once the server has taken the question. The last one is the answer. */
  turns: readonly Turn[]
  /**
   * If true, the turns are shown before the response, and so is a refusal. Otherwise the page stays
   * unchanged until the server has taken the question.
   */
  early?: boolean
  /** Called when the server has taken the question, with the conversation's id. */
  onTaken?(id: string): void
}

/** An answer that the server has not begun. */
export const PENDING_ANSWER: Partial<Turn> = { state: 'pending', sent: false }

/**
 * Asks in the open conversation and shows the answer as it grows. A failure is shown in the
 * answer's turn.
 * @returns true if the server took the question, or the user has signed out; otherwise the question
 * is still a draft
 */
export async function sendQuestion({
  group,
  question,
  model,
  ...asked
}: QuestionInput): Promise<boolean> {
  const draft = draftKey(group, currentThread().id)
  restoreChatSettings(draft)
  const { phase, turns, id, preset, temperature } = currentThread()
  if (phase !== 'idle') return false
  const { references = readyAttachments(draft) } = asked
  const kept = turns.filter(each => each.sent)
  const parent = kept.at(-1)?.id
  const body: ChatRequest = {
    question,
    model,
    id,
    ...(references.length > 0 && { references: references.map(({ url }) => url) }),
    ...(id !== null && parent != null && { parent_id: parent }),
    ...(id === null && preset !== '' && { preset }),
    ...(id === null && temperature !== null && { temperature })
  }
  hideAttachments(draft, references, true)
  const here = createThreadCheck()
  const taken = await submitChatRequest({
    body,
    turns: [
      ...kept,
      createTurn('user', createMessageContent(question, references), { sent: false }),
      createTurn('assistant', '', PENDING_ANSWER)
    ],
    early: true,
    onTaken(given) {
      // If the user has opened another new chat meanwhile, its draft has the same key as this one,
      // and text typed there must stay.
      const to = here() ? draftKey(group, given) : draft
      settleDraft(draft, to, question)
      settleAttachments(draft, to, references)
      if (id === null) clearChatSettings(draft)
    }
  })
  if (!taken) hideAttachments(draft, references, false)
  return taken
}

/**
 * Sends a request to the server and shows its answer.
 * @returns as {@link sendQuestion} does
 */
export async function submitChatRequest({
  body,
  turns,
  early = false,
  onTaken
}: ChatSubmission): Promise<boolean> {
  changeThread({ phase: 'asking', notice: null, ...(early && { turns }) })
  // The feed may deliver events of the answer before the question's response, so listen first.
  const answer = userFeed().expect(null)
  const [here, stays] = [createThreadCheck(), createResetCheck()]
  try {
    const { id, run_id } = await withCredential(token =>
      askQuestion(token, body, callKeys.keyFor(body))
    )
    callKeys.reset()
    if (stays()) onTaken?.(id)
    if (!here()) return leave(answer)
    const stopping = currentThread().phase === 'stopping'
    accept(body, turns, id)
    if (stopping) void stopOpenAnswer()
    userFeed().bind(answer, run_id)
    await showRun(run_id, answer)
    return true
  } catch (thrown) {
    if (!here()) return leave(answer) && !stays()
    answer.close()
    const problem = toProblem(thrown)
    if (!isOffline(problem)) callKeys.reset()
    if (early) endTurn(problem)
    else changeThread({ phase: 'idle', notice: failureOf(problem) })
    return false
  }
}

/**
 * Follows an answer that was being written when the page was rendered.
 * @returns true if there was one
 */
export async function followAnswer(): Promise<boolean> {
  const { id, phase, run } = currentThread()
  if (id === null || phase !== 'idle' || !isAnswering(currentThread())) return false
  changeThread({ phase: 'answering' })
  if (run === null) await reloadConversation(new Problem('not_found'))
  else await showRun(run, userFeed().follow(run, 0))
  return true
}

/**
 * Stops the answer and keeps its text. If the server has not begun the answer yet, it is stopped as
 * soon as it begins.
 * @returns true if there was one
 */
export async function stopOpenAnswer(): Promise<boolean> {
  const { id, phase } = currentThread()
  if (phase !== 'asking' && phase !== 'answering') return false
  changeThread({ phase: 'stopping' })
  if (phase === 'answering' && id !== null) await sendStop(id)
  return true
}

/** Adds the turns to the conversation, since the server has taken the question. */
function accept({ question = '', model }: ChatRequest, turns: readonly Turn[], id: string): void {
  const title = currentThread().title || deriveTitle(question)
  const taken = turns.map((each): Turn => ({
    ...each,
    sent: true,
    ...(each.state === 'pending' && { state: 'answering', model })
  }))
  changeThread({ id, title, model, turns: taken, phase: 'answering' })
  const known = currentConversations().items.find(each => each.id === id)
  const now = Date.now() / 1000
  rememberConversation({ created_at: now, ...known, id, title, model, updated_at: now })
}

/** Stops following the answer, since nothing shows it any more. */
function leave(answer: Follower): true {
  answer.close()
  return true
}

async function sendStop(id: string): Promise<void> {
  const here = createThreadCheck()
  try {
    await withCredential(token => stopAnswer(token, id))
  } catch (thrown) {
    const problem = toProblem(thrown)
    // Not a failure: the answer ended before it could be stopped, and the feed reports its end.
    const over = problem.code === 'not_found' || problem.code === 'bad_request'
    if (!over && here() && currentThread().phase === 'stopping')
      changeThread({ phase: 'answering', notice: failureOf(problem) })
  }
}

/** A question that may have reached the server is sent again with the same idempotency key. */
const callKeys = createIdempotencyKeys()

onReset(callKeys.reset)
