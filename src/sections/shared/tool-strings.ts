import type { HubRequest } from '#client/hub.ts'
import type { Service } from '#core/service.ts'
import type { Strings } from '#i18n/translate.ts'

/**
 * Returns the strings for the islands of a tool's page. It leaves out those of the mask editor and
 * of songs where the tool has none, because every page of the tool contains the strings.
 */
export function toolStrings(
  hub: Pick<HubRequest, 'strings'>,
  { id, medium, actions = {} }: Pick<Service, 'id' | 'medium' | 'actions'>
): Strings {
  const fields = Object.values(actions).flatMap(action => Object.values(action.fields))
  const hasMask = fields.some(field => field.type === 'file' && field.masks !== undefined)
  const unused = [
    ...(hasMask ? [] : ['field.mask.']),
    ...(medium === 'audio' ? [] : ['field.song.'])
  ]
  return Object.fromEntries(
    Object.entries(hub.strings(id, 'field', 'problem')).filter(
      ([key]) => !unused.some(start => key.startsWith(start))
    )
  )
}
