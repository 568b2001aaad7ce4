import type { HubRequest } from '#client/hub.ts'
import { textOrNull } from '#i18n/translate.ts'

/**
 * Returns the name of the tool that made a result; empty for an operator's tool that was removed or
 * switched off, whose results stay.
 */
export function toolName({ t }: Pick<HubRequest, 't'>, id: string): string {
  return textOrNull(t, `${id}.title`) ?? ''
}
