import { retrieveConversation } from '#client/conversations.ts'
import { failureOf } from '#client/failure.ts'
import { beginGuest, claimGuest } from '#client/guest.ts'
import type { HubInfo } from '#client/hub.ts'
import { isOffline } from '#client/problem.ts'
import type { ChatGroupId } from '#core/chat.ts'
import { toProblem, type Problem } from '#core/problem.ts'
import { ask, follow, type Asked } from '#stores/asking.ts'
import { rememberConversation } from '#stores/conversations.ts'
import { inBackground } from '#stores/credential.ts'
import { draftKey, settleDraft } from '#stores/drafts.ts'
import { $guest } from '#stores/guest-token.ts'
import { signInToSend } from '#stores/pressed.ts'
import { asPerson } from '#stores/renewal.ts'
import { $thread, changeThread, currentThread, openThread } from '#stores/thread.ts'

/**
 * Asks without signing in, once; whoever has had their answer, or gets none today, signs in first.
 * @returns was the question taken? If not, it is still a draft
 */
export async function askAsGuest(hub: HubInfo, asked: Asked): Promise<boolean> {
  if (isAnswered(asked) || !(await begun(hub, asked))) return false
  const forget = $thread.listen(thread => keepPlace(asked.group, thread?.id ?? null))
  try {
    return await ask(hub, asked)
  } finally {
    forget()
  }
}

/** Has a guest sign in, after which their question is asked. @returns was it taken? Not yet */
export async function askAfterSignIn(group: ChatGroupId, question: string): Promise<boolean> {
  signInToSend(draftKey(group, null), question)
  return false
}

/** Goes on with what a guest asked in this browser: reads it again, or makes it the person's who has signed in. @returns was there something? */
export function takeUp(hub: HubInfo, group: ChatGroupId): Promise<boolean> {
  return hub.user === null ? readAgain(hub, group) : claim(hub, group)
}

/** Leads to signing in if so. What failed may be asked again; the server knows whether it cost something. */
function isAnswered({ group, question }: Asked): boolean {
  const failed = currentThread().turns.at(-1)?.failure ?? null
  const answered = $guest.get()?.conversation != null && failed === null
  if (answered) void askAfterSignIn(group, question)
  return answered
}

async function begun(hub: HubInfo, { group, question }: Asked): Promise<boolean> {
  if ($guest.get() !== null) return true
  try {
    const { token, expires_at } = await beginGuest(hub)
    $guest.set({ token, ends: Date.parse(expires_at), group, conversation: null })
    return true
  } catch (thrown) {
    const problem = toProblem(thrown)
    if (isOffline(problem)) changeThread({ notice: failureOf(problem) })
    else void askAfterSignIn(group, question)
    return false
  }
}

/** From its first frame on, a reload finds it. */
function keepPlace(group: ChatGroupId, conversation: string | null): void {
  const guest = $guest.get()
  if (guest !== null && conversation !== null && guest.conversation !== conversation) $guest.set({ ...guest, group, conversation })
}

async function readAgain(hub: HubInfo, group: ChatGroupId): Promise<boolean> {
  const { conversation, group: theirs } = $guest.get() ?? {}
  return conversation != null && theirs === group && open(hub, conversation)
}

/** Once: nothing stands in this browser of it then, unless the server could not be asked. */
async function claim(hub: HubInfo, group: ChatGroupId): Promise<boolean> {
  const guest = $guest.get()
  if (guest === null) return false
  const ids = await asPerson(hub, access => claimGuest(hub, access, guest.token)).then(
    ({ conversations }) => conversations,
    (thrown: unknown) => leftOver(toProblem(thrown))
  )
  if (ids === null) return false
  $guest.set(null)
  const [newest] = ids
  return newest !== undefined && guest.group === group && opened(hub, group, newest)
}

/** None for a guest whom nobody knows any more; null to try again with the next page. */
function leftOver({ code }: Problem): string[] | null {
  return code === 'not_found' || code === 'bad_request' ? [] : null
}

/** What was typed after the answer belongs to the conversation now. */
async function opened(hub: HubInfo, group: ChatGroupId, id: string): Promise<boolean> {
  if (!isFree()) return false
  settleDraft(draftKey(group, null), draftKey(group, id), '')
  const shown = await open(hub, id)
  if (!shown) settleDraft(draftKey(group, id), draftKey(group, null), '')
  return shown
}

/** Shows a conversation where there is none yet, and reads on in an answer that is being written. */
async function open(hub: HubInfo, id: string): Promise<boolean> {
  const conversation = await inBackground(hub, token => retrieveConversation(hub, token, id)).catch(() => null)
  if (conversation === null || !isFree()) return false
  const { messages: _, ...listed } = conversation
  if (hub.user !== null) rememberConversation(listed)
  openThread(conversation)
  void follow(hub)
  return true
}

/** Has nothing been asked or opened on this page? */
function isFree(): boolean {
  const { id, phase, turns } = currentThread()
  return id === null && phase === 'idle' && turns.length === 0
}
