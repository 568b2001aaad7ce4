import type { HubRequest } from '#client/hub.ts'
import { seedField } from '#core/seed.ts'
import type { Service } from '#core/service.ts'
import type { Strings } from '#i18n/translate.ts'

/**
 * Returns the strings for the islands of a tool's page. It leaves out those of the editors of
 * images, of the choice of a file, of songs and of seeds where the tool has none, and those of
 * admins, of ratings, of crops, of seeds and of help with prompts for a guest, because every page
 * of the tool contains the strings.
 */
export function toolStrings(
  hub: Pick<HubRequest, 'session' | 'strings'>,
  { id, medium, actions = {} }: Pick<Service, 'id' | 'medium' | 'actions'>
): Strings {
  const fields = Object.values(actions).flatMap(action => Object.values(action.fields))
  const files = fields.filter(field => field.type === 'file')
  const hasImage = files.some(field => field.accept === 'image')
  const hasMask = files.some(field => field.masks !== undefined)
  const hasSeed = Object.values(actions).some(action => seedField(action) !== undefined)
  const unused = [
    ...(hasImage ? [] : ['field.crop.']),
    ...(hasMask ? [] : ['field.mask.']),
    ...(files.length > 0 ? [] : ['field.library.']),
    ...(medium === 'audio' ? [] : ['field.song.']),
    ...(hub.session === null
      ? ['field.crop.', 'field.feature.', 'field.help.', 'field.rating.']
      : []),
    ...(hub.session !== null && hasSeed ? [] : ['field.seed.'])
  ]
  return Object.fromEntries(
    Object.entries(hub.strings(id, 'field', 'problem')).filter(
      ([key]) => !unused.some(start => key.startsWith(start))
    )
  )
}
