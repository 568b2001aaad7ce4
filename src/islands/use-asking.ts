import { pageHub } from '#client/page-hub.ts'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import { contentText, type ChatGroup } from '#core/chat.ts'
import { localizePath } from '#i18n/locale.ts'
import type { ChatProps } from '#islands/chat-props.ts'
import { loadAskModule, withRetryModule, withAskModule, withGuestModule } from '#islands/lazily.ts'
import { draftKey, readDraft, saveDraft } from '#stores/drafts.ts'
import {
  $chosenModels,
  chooseModel,
  NO_MODELS,
  offeredModel,
  resolveModel
} from '#stores/models.ts'
import { usePersisted } from '#stores/persisted.ts'
import { $thread, currentThread, threadOf, type Thread } from '#stores/thread.ts'
import { setFieldText } from '#ui/chat/text-field.ts'
import { setPageTitle } from '#ui/name-page.ts'

/** The user's actions in a chat. */
export type ChatHandlers = {
  model: string
  chooseModel(name: string): void
  readDraft(): string
  saveDraft(text: string): void
  /**
   * Sends a question.
   * @returns true if the server took it; false for a guest who must sign in first and keeps the
   * draft
   */
  send(text: string): Promise<boolean>
  stop(): void
  retry(): void
}

type Place = Pick<ChatProps, 'hub' | 'group' | 'conversation'>

type Options = Place & {
  thread: Thread
  field: RefObject<HTMLTextAreaElement | null>
}

export function useChatHandlers(options: Options): ChatHandlers {
  const { hub, group, conversation, thread, field } = options
  const saved = usePersisted($chosenModels, NO_MODELS)
  const [chosen, setChosen] = useState({ name: '', moves: 0 })
  const picked = chosen.moves === thread.moves ? chosen.name : ''
  // If the model is gone, none is chosen: the user must pick a successor, since prices may differ.
  const isGone = thread.model !== '' && resolveModel(group, picked || thread.model) === undefined
  const model = isGone ? '' : offeredModel(group, [picked, thread.model, saved[group.id]])
  useAddress(group, thread)

  const drafts = useDrafts({ hub, group, conversation })
  return useMemo(() => {
    // If a question was refused, it is in the field again. The retry takes it out of the field, and
    // keeps it as a draft in case the retry fails.
    const retry = async (area: HTMLTextAreaElement | null): Promise<void> => {
      const asked = currentThread().turns.findLast(turn => turn.role === 'user')
      const question = contentText(asked?.content ?? '')
      const refused = area !== null && area.value.trim() === question
      if (refused) setFieldText(area, '')
      if (refused) drafts.saveDraft(question)
      const taken = await withRetryModule(again => again.retryQuestion(group.id, model))
      if (refused && !taken && area.value === '') setFieldText(area, question)
    }
    return {
      ...drafts,
      model,
      chooseModel(name) {
        setChosen({ name, moves: currentThread().moves })
        // Saved under the model's own group: a new chat of this group keeps starting with its own
        // model.
        chooseModel(group.models.find(each => each.name === name)?.group ?? group.id, name)
      },
      saveDraft(text) {
        // Load the code for asking already while the user writes.
        void loadAskModule().catch(() => undefined)
        drafts.saveDraft(text)
      },
      async send(text) {
        if (hub.user !== null) {
          const { moves } = currentThread()
          const taken = await withAskModule(asking =>
            asking.sendQuestion({ group: group.id, question: text, model })
          )
          if (taken && currentThread().moves !== moves)
            dropTaken(field.current, text, drafts.readDraft())
          return taken
        }
        drafts.saveDraft(text)
        if (hub.guest)
          return withGuestModule(guest =>
            guest.askAsGuest({ group: group.id, question: text, model })
          )
        void withGuestModule(guest => guest.askAfterSignIn(group.id, text))
        return false
      },
      stop: () => void withAskModule(asking => asking.stopOpenAnswer()),
      retry: () => void retry(field.current)
    }
  }, [hub, group, drafts, field, model])
}

/** Reads and saves the draft of the chat that is open at the time of the call. */
function useDrafts({
  hub,
  group,
  conversation
}: Place): Pick<ChatHandlers, 'readDraft' | 'saveDraft'> {
  return useMemo(() => {
    const key = (): string =>
      draftKey(group.id, hub.user && ($thread.get() ?? threadOf(conversation)).id)
    return { readDraft: () => readDraft(key()), saveDraft: text => saveDraft(key(), text) }
  }, [hub, group, conversation])
}

/**
 * Clears the question from the field once the server has accepted it. If the user opened a new chat
 * before the response, the question still shows there as a draft.
 */
function dropTaken(area: HTMLTextAreaElement | null, question: string, draft: string): void {
  if (draft === '' && area?.value.trim() === question) setFieldText(area, '')
}

/** Sets the address of a new conversation once it has a question, without loading a page. */
function useAddress({ id: page, models }: ChatGroup, { id, title, model }: Thread): void {
  // A conversation belongs to the group of the model of its last question.
  const group = models.find(({ name }) => name === model)?.group ?? page
  useEffect(() => {
    const hub = pageHub()
    // A guest's conversation has no address until a user owns it.
    if (id === null || hub.user === null) return
    const address = localizePath(`/${group}/conversations/${id}`, hub.locale)
    if (location.pathname === address) return
    history.replaceState(history.state, '', address)
    setPageTitle(title)
  }, [id, title, group])
}
