import type { HubInfo } from '#client/hub.ts'
import type { ChatGroup } from '#core/chat.ts'

/**
 * Returns the key of the line that tells a guest what sending does.
 * @param asked true if the guest has asked before, in this or another group
 */
export function chatGuestLineKey({ guest }: HubInfo, empty: boolean, asked: boolean): string {
  if (!guest || (empty && asked)) return 'chat.composer.guest'
  return empty ? 'chat.guest.once' : 'chat.guest.after'
}

/**
 * Returns the name in the composer's placeholder: the family of the chosen model, or the label of
 * an operator's own model.
 */
export function placeholderModelName({ title, models }: ChatGroup, chosen: string): string {
  const model = models.find(({ name }) => name === chosen)
  return (model?.own ? model.label : model?.family) ?? title
}
