import type { HubRequest } from '#client/hub.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { isOwnServiceId } from '#core/own-service.ts'
import { textOrNull } from '#i18n/translate.ts'

/** Returns the name of a service, or its id if it has no name. */
export function serviceName({ t }: Pick<HubRequest, 't'>, id: string): string {
  if (id === CHAT_SERVICE.id) return t('operator.service.chat')
  return textOrNull(t, `${id}.title`) ?? (isOwnServiceId(id) ? t('service.deleted') : id)
}
