import type { HubRequest } from '#client/hub.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { toolNameOrDeleted } from '#sections/shared/tool-name.ts'

/** Returns the name of a service, or its id if it has no name. */
export function serviceName(hub: Pick<HubRequest, 't'>, id: string): string {
  return id === CHAT_SERVICE.id ? hub.t('operator.service.chat') : toolNameOrDeleted(hub, id)
}
