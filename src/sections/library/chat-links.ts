import { findModel } from '#catalog/chat/models.ts'
import type { HubRequest } from '#client/hub.ts'
import type { Conversation } from '#contract/conversation.ts'
import { localizePath } from '#i18n/locale.ts'
import { frameGroups } from '#sections/frame/groups.ts'

/** A chat as a page links it. A site without chat has no address for it. */
export type ChatLink = { id: string; title: string; href: string | undefined }

/** Returns the links to chats, each in the group of its model, or else in the first one. */
export function chatLinks(hub: HubRequest, chats: readonly Conversation[]): ChatLink[] {
  const groups = frameGroups(hub).find(({ id }) => id === 'chat')?.items ?? []
  return chats.map(({ id, model, title }) => {
    const own = findModel(model)?.group
    const group = groups.find(each => each.id === own) ?? groups[0]
    return {
      id,
      title: title || hub.t('chat.list.untitled'),
      href:
        group && localizePath(`/${group.id}/conversations/${encodeURIComponent(id)}`, hub.locale)
    }
  })
}
