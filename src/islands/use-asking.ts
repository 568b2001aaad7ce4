import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { HubInfo } from '#client/hub.ts'
import { CHAT, textOf, type ChatGroup } from '#core/chat.ts'
import { localizePath } from '#i18n/locale.ts'
import type { ChatProps } from '#islands/chat-props.ts'
import { loadAsking, withAgain, withAsking, withGuest } from '#islands/lazily.ts'
import { draftKey, readDraft, saveDraft } from '#stores/drafts.ts'
import { $models, chooseModel, NO_MODELS, offeredModel } from '#stores/models.ts'
import { usePersisted } from '#stores/persisted.ts'
import { $thread, currentThread, threadOf, type Thread } from '#stores/thread.ts'
import { showBalance } from '#ui/balance.ts'
import { writeInto } from '#ui/chat/text-field.ts'
import { namePage } from '#ui/name-page.ts'

/** What a person does in a chat. */
export type Asking = {
  model: string
  chooseModel(name: string): void
  readDraft(): string
  saveDraft(text: string): void
  /** Somebody begins to write. */
  prepare(): void
  /** @returns was it taken? A guest's is not: they sign in first, and find it again. */
  send(text: string): Promise<boolean>
  stop(): void
  retry(): void
}

type Options = Pick<ChatProps, 'hub' | 'group' | 'conversation'> & { thread: Thread; field: RefObject<HTMLTextAreaElement | null> }

export function useAsking({ hub, group, conversation, thread, field }: Options): Asking {
  const saved = usePersisted($models, NO_MODELS)
  const [chosen, setChosen] = useState({ name: '', moves: 0 })
  const model = offeredModel(group, [chosen.moves === thread.moves ? chosen.name : '', thread.model, saved[group.id]])
  useAddress(hub, group, thread)
  useBalance(hub, thread)

  const drafts = useMemo(() => {
    const key = (): string => draftKey(group.id, hub.user && ($thread.get() ?? threadOf(conversation)).id)
    return { readDraft: () => readDraft(key()), saveDraft: (text: string) => saveDraft(key(), text) }
  }, [hub, group, conversation])

  return useMemo(() => {
    // What was refused stands in the field again; while it is asked once more it is a draft out of sight.
    const retry = async (area: HTMLTextAreaElement | null): Promise<void> => {
      const question = textOf(currentThread().turns.findLast(turn => turn.role === 'user')?.content ?? '')
      const refused = area !== null && area.value.trim() === question
      if (refused) writeInto(area, '')
      if (refused) drafts.saveDraft(question)
      const taken = await withAgain(again => again.retry(hub, group.id, model))
      if (refused && !taken && area.value === '') writeInto(area, question)
    }
    return {
      ...drafts,
      model,
      chooseModel(name) {
        setChosen({ name, moves: currentThread().moves })
        // Kept for the group that it belongs to: a new chat of this one begins with its own.
        chooseModel(group.models.find(each => each.name === name)?.group ?? group.id, name)
      },
      prepare: () => void loadAsking().catch(() => undefined),
      async send(text) {
        if (hub.user !== null) {
          const { moves } = currentThread()
          const taken = await withAsking(asking => asking.ask(hub, { group: group.id, question: text, model }))
          if (taken && currentThread().moves !== moves) dropTaken(field.current, text, drafts.readDraft())
          return taken
        }
        drafts.saveDraft(text)
        if (hub.guest) return withGuest(guest => guest.askAsGuest(hub, { group: group.id, question: text, model }))
        void withGuest(guest => guest.askAfterSignIn(group.id, text))
        return false
      },
      stop: () => void withAsking(asking => asking.stop(hub)),
      retry: () => void retry(field.current)
    }
  }, [hub, group, drafts, field, model])
}

/** Who went to a new chat before the server had the question found it there as a draft; it is none any more. */
function dropTaken(area: HTMLTextAreaElement | null, question: string, draft: string): void {
  if (draft === '' && area?.value.trim() === question) writeInto(area, '')
}

/** The address of a new conversation is known once it is asked in; nothing is loaded for it. */
function useAddress(hub: HubInfo, { id: page, models }: ChatGroup, { id, title, model }: Thread): void {
  // A conversation stands in the group of the model that it was asked last.
  const group = models.find(({ name }) => name === model)?.group ?? page
  useEffect(() => {
    // A guest's has no address before it is a person's. Who has moved to another has come by its address.
    if (id === null || hub.user === null) return
    const address = localizePath(`/${group}/conversations/${id}`, hub.locale)
    if (location.pathname === address) return
    history.replaceState(history.state, '', address)
    namePage(title)
  }, [id, title, group, hub.locale, hub.user])
}

/** Each answer costs: the frame shows what is left after it. */
function useBalance(hub: HubInfo, { phase }: Thread): void {
  const before = useRef(phase)
  useEffect(() => {
    const ended = before.current !== 'idle' && phase === 'idle'
    before.current = phase
    if (!ended || hub.user === null) return
    void loadAsking()
      .then(asking => asking.readBalance(hub, CHAT))
      .then(left => left !== null && showBalance(document, left, hub.locale))
      .catch(() => undefined)
  }, [hub, phase])
}
