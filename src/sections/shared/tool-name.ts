import type { HubRequest } from '#client/hub.ts'
import { isOwnServiceId } from '#core/own-service.ts'
import { textOrNull } from '#i18n/translate.ts'

/**
 * Returns the name of the tool that made a result; empty for an operator's tool that was removed or
 * switched off, whose results stay.
 */
export function toolName({ t }: Pick<HubRequest, 't'>, id: string): string {
  return textOrNull(t, `${id}.title`) ?? ''
}

/** Returns the name of a service, also of an operator's tool that was deleted; else its id. */
export function toolNameOrDeleted({ t }: Pick<HubRequest, 't'>, id: string): string {
  return textOrNull(t, `${id}.title`) ?? (isOwnServiceId(id) ? t('service.deleted') : id)
}
