import type { HubRequest } from '#client/hub.ts'
import { seedField } from '#core/seed.ts'
import type { Service } from '#core/service.ts'
import type { Strings } from '#i18n/translate.ts'

/** The beginnings of strings that a guest never sees. */
const FOR_USERS = [
  'field.batch.',
  'field.card.delete',
  'field.card.share',
  'field.crop.',
  'field.feature.',
  'field.help.',
  'field.push.',
  'field.rating.',
  'field.seed.'
]

/**
 * Returns the strings for the islands of a tool's page. It leaves out those of the editors of
 * images, of the choice of a file, of songs and of seeds where the tool has none, and for a guest
 * those of parts for users, because every page of the tool contains the strings.
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
  const isUser = hub.session !== null
  const unused = [
    ...(hasImage ? [] : ['field.crop.']),
    ...(hasMask ? [] : ['field.mask.']),
    // The editor of masks has a button of the choice of a file.
    ...((isUser ? files.length > 0 : hasMask) ? [] : ['field.library.']),
    ...(medium === 'audio' ? [] : ['field.song.']),
    ...(hasSeed ? [] : ['field.seed.']),
    ...(isUser ? [] : FOR_USERS)
  ]
  return Object.fromEntries(
    Object.entries(hub.strings(id, 'field', 'problem')).filter(
      ([key]) => !unused.some(start => key.startsWith(start))
    )
  )
}
