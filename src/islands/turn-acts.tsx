import type { Turn } from '#client/turns.ts'
import type { LaterOptions } from '#islands/later-options.ts'
import { listKeys } from '#islands/chat-keys.tsx'
import { focusAfter } from '#islands/moving.ts'
import { carryOn, edit, regenerate, switchTo } from '#stores/again.ts'
import { draftKey, saveDraft } from '#stores/drafts.ts'
import { $held } from '#stores/enter.ts'
import { currentThread } from '#stores/thread.ts'
import { sends } from '#ui/chat/enter.ts'
import { KeysButton } from '#ui/chat/KeysButton.tsx'
import { TurnTools as Tools } from '#ui/chat/TurnTools.tsx'
import type { TurnTools } from '#ui/chat/turn-tools.ts'

/**
 * Creates the tools below the turns of a page, with their actions.
 * @param options returns the options at the time of an action
 */
export function toolsOf(options: () => LaterOptions, busy: boolean): TurnTools {
  const { hub, group, t } = options()
  const leaving = (): void => focusAfter(options().field.current)
  return {
    Tools,
    busy,
    models: group.models,
    locale: hub.locale,
    keys: <KeysButton onList={() => listKeys(options())} t={t} />,
    acts: {
      edit(turn, question, onTaken) {
        const draft = draftKey(group.id, null)
        // A guest may have to sign in first. The saved draft then fills the composer.
        if (hub.user === null) saveDraft(draft, question)
        return edit(placeOf(turn), {
          question,
          model: options().model,
          onTaken() {
            if (hub.user === null) saveDraft(draft, '')
            onTaken()
            leaving()
          }
        })
      },
      regenerate(turn) {
        leaving()
        void regenerate(placeOf(turn), options().model)
      },
      carryOn() {
        leaving()
        void carryOn(options().model)
      },
      retry() {
        leaving()
        options().retry()
      },
      show: version => void switchTo(version),
      sends: event => sends(event, $held.get())
    }
  }
}

/** Returns the index of a turn in the current thread, counted from 0. */
function placeOf(turn: Turn): number {
  const { turns } = currentThread()
  const at = turns.indexOf(turn)
  return at < 0 ? turns.findIndex(each => each.id !== null && each.id === turn.id) : at
}
