import type { HubRequest } from '#client/hub.ts'
import { CHAT } from '#core/chat.ts'
import { wordsFor } from '#i18n/translate.ts'

/** Returns the name of a service of the catalogue, or its id if it has no name. */
export function serviceName({ t }: Pick<HubRequest, 't'>, id: string): string {
  if (id === CHAT.id) return t('operator.service.chat')
  return wordsFor(t, `${id}.title`) ?? id
}
