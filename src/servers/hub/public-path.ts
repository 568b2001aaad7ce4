import { findGroup } from '#catalog/chat/models.ts'
import { SERVICES } from '#catalog/index.ts'
import { DOCS_TOPICS, topicPath } from '#core/docs-topics.ts'
import { OPERATE_SUBJECTS, operatePath } from '#core/operate-subjects.ts'
import { isOwnServiceId } from '#core/own-service.ts'

const SERVICE_IDS = new Set(SERVICES.map(({ id }) => id))
const DOCS_PATHS = new Set([...DOCS_TOPICS.map(topicPath), ...OPERATE_SUBJECTS.map(operatePath)])

/**
 * Tells whether a path is that of a public page, which is the same for every guest. Only such pages
 * are cached. When they render, they may read only the path, and the cookies in
 * `src/servers/hub/shared-request.ts`.
 * @param path without a locale
 */
export function isPublicPath(path: string): boolean {
  if (DOCS_PATHS.has(path)) return true
  const [, first = '', second, third, ...rest] = path.split('/')
  if (rest.length > 0) return false
  const isService = (id: string): boolean => SERVICE_IDS.has(id) || isOwnServiceId(id)
  if (second === undefined) return isService(first)
  if (first === 'docs') return second === 'services' && isService(third ?? '')
  return second === 'conversations' && third === undefined && findGroup(first) !== undefined
}
