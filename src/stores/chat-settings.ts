import { updateChatSettings } from '#client/conversations.ts'
import { isJsonRecord, textAt } from '#client/json.ts'
import { MAX_PRESET } from '#core/chat.ts'
import { withCredential } from '#stores/credential.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { changeThread, currentThread } from '#stores/thread.ts'

/** The settings of a conversation, apart from its model. */
type ChatSettings = {
  /** The system prompt; empty for none. */
  preset: string
  /** 0 to 2; null for the model's default. */
  temperature: number | null
}

/** Returns the key under which the settings of a draft are saved, next to its text. */
function placeOf(draft: string): string {
  return `settings:${draft}`
}

/**
 * Restores the settings that the user chose on an earlier page for a conversation that has not
 * begun.
 */
export function restoreChatSettings(draft: string): void {
  const saved = readDraft(placeOf(draft))
  if (saved !== '' && currentThread().id === null) changeThread(parse(saved))
}

/**
 * Saves the settings of the open conversation: on the server, or with the draft if it is new.
 * @throws Problem when the server cannot save them; nothing changes then
 */
export async function saveChatSettings(
  draft: string,
  model: string,
  settings: ChatSettings
): Promise<void> {
  const { id } = currentThread()
  if (id === null) {
    const { preset, temperature } = settings
    saveDraft(placeOf(draft), preset === '' && temperature === null ? '' : JSON.stringify(settings))
  } else {
    await withCredential(token => updateChatSettings(token, id, { model, ...settings }))
  }
  if (currentThread().id === id) changeThread(settings)
}

/** Removes the draft's settings once the conversation has begun and the server has them. */
export function clearChatSettings(draft: string): void {
  saveDraft(placeOf(draft), '')
}

function parse(saved: string): ChatSettings {
  try {
    const read: unknown = JSON.parse(saved)
    const temperature = isJsonRecord(read) ? read['temperature'] : null
    const isRight = typeof temperature === 'number' && temperature >= 0 && temperature <= 2
    return {
      preset: textAt(read, 'preset').slice(0, MAX_PRESET),
      temperature: isRight ? temperature : null
    }
  } catch {
    return { preset: '', temperature: null }
  }
}
