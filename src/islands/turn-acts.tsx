import type { Turn } from '#client/turns.ts'
import type { ChatModuleOptions } from '#islands/later-options.ts'
import { showShortcuts } from '#islands/chat-keys.tsx'
import { focusComposer } from '#islands/moving.ts'
import { continueAnswer, editQuestion, regenerateAnswer, switchVersion } from '#stores/again.ts'
import { draftKey, saveDraft } from '#stores/drafts.ts'
import { $modifierEnter } from '#stores/enter.ts'
import { currentThread } from '#stores/thread.ts'
import { isSendKey } from '#ui/chat/enter.ts'
import { ShortcutsButton } from '#ui/chat/KeysButton.tsx'
import { TurnToolbar as Tools } from '#ui/chat/TurnTools.tsx'
import type { TurnTools } from '#ui/chat/turn-tools.ts'

/**
 * Creates the tools below the turns of a page, with their actions.
 * @param options returns the options at the time of an action
 */
export function createTurnTools(options: () => ChatModuleOptions, busy: boolean): TurnTools {
  const { hub, group, t } = options()
  const leaving = (): void => focusComposer(options().field.current)
  return {
    Tools,
    busy,
    models: group.models,
    locale: hub.locale,
    keys: <ShortcutsButton onList={() => showShortcuts(options())} t={t} />,
    acts: {
      edit(turn, question, onTaken) {
        const draft = draftKey(group.id, null)
        // A guest may have to sign in first. The saved draft then fills the composer.
        if (hub.user === null) saveDraft(draft, question)
        return editQuestion(placeOf(turn), {
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
        void regenerateAnswer(placeOf(turn), options().model)
      },
      carryOn() {
        leaving()
        void continueAnswer(options().model)
      },
      retry() {
        leaving()
        options().retry()
      },
      show: version => void switchVersion(version),
      sends: event => isSendKey(event, $modifierEnter.get())
    }
  }
}

/** Returns the index of a turn in the current thread, counted from 0. */
function placeOf(turn: Turn): number {
  const { turns } = currentThread()
  const at = turns.indexOf(turn)
  return at < 0 ? turns.findIndex(each => each.id !== null && each.id === turn.id) : at
}
