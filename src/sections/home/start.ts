import type { HubRequest } from '#client/hub.ts'
import { firstPageAddress } from '#sections/frame/groups.ts'
import { homeModes } from '#sections/home/modes.ts'

/**
 * Returns where `/` leads: to the first page, or where the studio home's form leads without a
 * script. That is the first tool of the chosen kind, or the chat, with the text filled in.
 */
export function startAddress(
  hub: Pick<HubRequest, 'locale' | 'path' | 'site' | 't' | 'url'>
): string {
  const asked = hub.url.searchParams
  const text = asked.get('question') ?? ''
  const mode = homeModes(hub).find(({ id }) => id === asked.get('mode'))
  const [tool] = mode?.tools ?? []
  const first = firstPageAddress(hub)
  if (text === '') return tool?.address ?? first
  return tool === undefined
    ? `${first}?${new URLSearchParams({ question: text })}`
    : `${tool.address}?${new URLSearchParams({ [tool.field]: text })}`
}
