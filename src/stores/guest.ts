import { pageHub } from '#client/page-hub.ts'
import { retrieveConversation } from '#client/conversations.ts'
import { failureOf } from '#client/failure.ts'
import { isOffline } from '#client/problem.ts'
import { CHAT_SERVICE, type ChatGroupId } from '#core/chat.ts'
import { sendQuestion, followAnswer, type QuestionInput } from '#stores/asking.ts'
import { rememberConversation } from '#stores/conversations.ts'
import { withCredentialSilently } from '#stores/credential.ts'
import { draftKey, settleDraft } from '#stores/drafts.ts'
import { $guest } from '#stores/guest-token.ts'
import { startGuestTrial, claimGuestTrial } from '#stores/guest-try.ts'
import { signInToSend } from '#stores/pressed.ts'
import { $thread, changeThread, currentThread, openThread } from '#stores/thread.ts'

/**
 * Asks one question without signing in. A guest who has an answer, or whom the server refuses, must
 * sign in first.
 * @returns true if the server took the question; otherwise it is still a draft
 */
export async function askAsGuest(asked: QuestionInput): Promise<boolean> {
  if (isAnswered(asked) || !(await begun(asked))) return false
  const forget = $thread.listen(thread => keepPlace(asked.group, thread?.id ?? null))
  try {
    return await sendQuestion(asked)
  } finally {
    forget()
  }
}

/**
 * Sends a guest to sign in. Their question is sent afterwards.
 * @returns always false, since the question is not taken yet
 */
export async function askAfterSignIn(group: ChatGroupId, question: string): Promise<boolean> {
  signInToSend(draftKey(group, null), question, 'chat')
  return false
}

/**
 * Shows again what a guest asked in this browser. If the guest has signed in since, the
 * conversation first becomes the user's own.
 * @returns true if there was something
 */
export function resumeGuestChat(group: ChatGroupId): Promise<boolean> {
  return pageHub().user === null ? readAgain(group) : claim(group)
}

/**
 * Checks whether the guest already has an answer or a result, and then sends them to sign in. A
 * failed question may be repeated, since the server knows whether it cost something.
 */
function isAnswered({ group, question }: QuestionInput): boolean {
  const failed = currentThread().turns.at(-1)?.failure ?? null
  const answered = $guest.get()?.work != null && failed === null
  if (answered) void askAfterSignIn(group, question)
  return answered
}

async function begun({ group, question }: QuestionInput): Promise<boolean> {
  const problem = await startGuestTrial(group, CHAT_SERVICE.id)
  if (problem === null) return true
  if (isOffline(problem)) changeThread({ notice: failureOf(problem) })
  else void askAfterSignIn(group, question)
  return false
}

/** Saves the conversation's id as soon as it is known, so that a reload finds it. */
function keepPlace(group: ChatGroupId, conversation: string | null): void {
  const guest = $guest.get()
  if (guest !== null && conversation !== null && guest.work !== conversation)
    $guest.set({ ...guest, group, work: conversation })
}

async function readAgain(group: ChatGroupId): Promise<boolean> {
  const { work, group: theirs } = $guest.get() ?? {}
  return work != null && theirs === group && open(work)
}

/** Claims what the user made as a guest, and opens the conversation if it is of this group. */
async function claim(group: ChatGroupId): Promise<boolean> {
  const claimed = await claimGuestTrial()
  const [newest] = claimed?.conversations ?? []
  return newest !== undefined && claimed?.group === group && opened(group, newest)
}

/** Opens a claimed conversation. Text typed after the answer becomes the conversation's draft. */
async function opened(group: ChatGroupId, id: string): Promise<boolean> {
  if (!isFree()) return false
  settleDraft(draftKey(group, null), draftKey(group, id), '')
  const shown = await open(id)
  if (!shown) settleDraft(draftKey(group, id), draftKey(group, null), '')
  return shown
}

/** Shows a conversation if none is open, and follows an answer that is being written. */
async function open(id: string): Promise<boolean> {
  const conversation = await withCredentialSilently(token => retrieveConversation(token, id)).catch(
    () => null
  )
  if (conversation === null || !isFree()) return false
  const { messages: _, ...listed } = conversation
  if (pageHub().user !== null) rememberConversation(listed)
  openThread(conversation)
  void followAnswer()
  return true
}

/** Checks that nothing has been asked or opened on this page. */
function isFree(): boolean {
  const { id, phase, turns } = currentThread()
  return id === null && phase === 'idle' && turns.length === 0
}
