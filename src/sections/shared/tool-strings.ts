import type { HubRequest } from '#client/hub.ts'
import type { MeasureUnit } from '#core/factor.ts'
import type { FileField } from '#core/field.ts'
import { parseMeasure } from '#core/measure.ts'
import { SHARED_FOLLOW_UPS } from '#core/output.ts'
import { seedField } from '#core/seed.ts'
import type { Service } from '#core/service.ts'
import type { Strings } from '#i18n/translate.ts'
import { OF_OTHER_PAGES, withoutStrings } from '#sections/shared/chosen-strings.ts'

/** The beginnings of strings that a guest never sees. */
const FOR_USERS = [
  'field.batch.',
  'field.card.delete',
  'field.card.share',
  'field.crop.',
  'field.feature.',
  'field.file.camera',
  'field.help.',
  'field.push.',
  'field.rating.',
  'field.seed.'
]

/** The beginnings of sentences about problems of chats, and of those that only the server writes. */
const OF_CHATS = [
  'problem.chat_error',
  'issue.chats_full',
  'issue.conversation_full',
  'issue.price_changed'
]

/** The units of prices and the kinds of files, each with a string of its own. */
const UNITS: readonly MeasureUnit[] = ['characters', 'seconds', 'megapixels', 'area']
const KINDS: readonly FileField['accept'][] = ['image', 'audio', 'video', 'media']

type Reader = Pick<HubRequest, 'session' | 'strings' | 'locale'>
type Tool = Pick<Service, 'id' | 'medium' | 'actions'>

/** The strings of a tool, by language and for guests or users. */
const chosen = new WeakMap<Tool, Map<string, Strings>>()

/** Returns the strings for the islands of a tool's page. They are chosen once for each tool. */
export function toolStrings(hub: Reader, service: Tool): Strings {
  const known = chosen.get(service) ?? new Map<string, Strings>()
  const reader = `${hub.locale} ${hub.session !== null}`
  const strings = known.get(reader) ?? chooseStrings(hub, service)
  chosen.set(service, known.set(reader, strings))
  return strings
}

/**
 * Chooses the strings for the islands of a tool's page. It leaves out those of the editors of
 * images, of the choice of a file, of songs, seeds and measured prices where the tool has none, of
 * problems that only other pages have, and for a guest those of parts for users, because every page
 * of the tool contains the strings.
 */
function chooseStrings(hub: Reader, { id, medium, actions = {} }: Tool): Strings {
  const fields = Object.values(actions).flatMap(action => Object.values(action.fields))
  const files = fields.filter(field => field.type === 'file')
  const hasImage = files.some(field => field.accept === 'image')
  const hasMask = files.some(field => field.masks !== undefined)
  const hasSeed = Object.values(actions).some(action => seedField(action) !== undefined)
  const isUser = hub.session !== null
  const measured = Object.values(actions).flatMap(({ price }) =>
    price.flatMap(({ times = [] }) => times.map(name => parseMeasure(name)?.unit))
  )
  const followUps = Object.values(actions).flatMap(({ followUps: own = [] }) => own)
  const unused = [
    ...OF_CHATS,
    ...OF_OTHER_PAGES,
    // Only the server uses these.
    `${id}.description`,
    `${id}.line`,
    ...UNITS.filter(unit => !measured.includes(unit)).map(unit => `field.price.${unit}`),
    ...SHARED_FOLLOW_UPS.filter(shared => followUps.every(({ id: each }) => each !== shared)).map(
      shared => `field.follow.${shared}`
    ),
    ...KINDS.filter(kind => files.every(({ accept }) => accept !== kind)).map(
      kind => `field.file.choose.${kind}`
    ),
    ...(hasImage ? [] : ['field.crop.', 'field.file.camera']),
    ...(hasMask ? [] : ['field.mask.', 'field.issue.wrong_size']),
    // The editor of masks has a button of the choice of a file.
    ...((isUser ? files.length > 0 : hasMask) ? [] : ['field.library.']),
    ...(medium === 'audio' ? [] : ['field.song.']),
    ...(hasSeed ? [] : ['field.seed.']),
    ...(isUser ? [] : FOR_USERS)
  ]
  return withoutStrings(hub.strings(id, 'field', 'problem'), unused)
}
