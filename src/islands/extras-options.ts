import type { RefObject } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { ChatGroup, ChatModel } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Thread } from '#stores/thread.ts'

/** The options that a chat passes to parts that load later. */
export type ExtrasOptions = {
  hub: HubInfo
  group: ChatGroup
  thread: Thread
  /** The name of the chosen model. */
  model: string
  onModel(name: string): void
  field: RefObject<HTMLTextAreaElement | null>
  plans: string
  t: Translate
}

/** The last press of a composer button: the files that it chose, or the settings button. */
export type ComposerButtonPress = { files: readonly File[] } | { button: HTMLElement }

/** Returns the chosen model; undefined while no model is available. */
export function findChosenModel({
  group,
  model
}: Pick<ExtrasOptions, 'group' | 'model'>): ChatModel | undefined {
  return group.models.find(each => each.name === model)
}
