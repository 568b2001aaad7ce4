import { pageHub } from '#client/page-hub.ts'
import { requestHydration } from '#islands/pane-events.ts'
import { isKeySaved } from '#stores/persisted.ts'

export type ToolModule = typeof import('#islands/tool-later.ts')

/**
 * Loads the code for using a tool. It is loaded late, since many visitors only read the page.
 * @throws TypeError without a network
 */
export function loadToolModule(): Promise<ToolModule> {
  return import('#islands/tool-later.ts')
}

/**
 * Starts something as soon as its code is loaded.
 * @returns a function that stops it
 */
export function startWithToolModule(start: (part: ToolModule) => () => void): () => void {
  let over = false
  let forget = (): void => undefined
  const begin = (part: ToolModule): void => {
    if (!over) forget = start(part)
  }
  void loadToolModule().then(begin, () => undefined)
  return () => {
    over = true
    forget()
  }
}

/**
 * Starts the page's background work on the first interaction. Work that a guest began continues
 * immediately: a result, or a run that waits for the sign-in.
 * @returns a function that stops it
 */
export function startOnUse(work: Parameters<ToolModule['resumeGuestWork']>[0]): () => void {
  if (isKeySaved('guest') || isKeySaved('pressed'))
    startWithToolModule(part => part.resumeGuestWork(work))
  let end = (): void => undefined
  const first = new AbortController()
  const { signal } = first
  const begin = (): void => {
    first.abort()
    end = startWithToolModule(part => part.startToolBackground(work))
  }
  // Dictation fills a field without a key.
  for (const sign of ['pointerdown', 'keydown', 'input'])
    addEventListener(sign, begin, { capture: true, signal })
  return () => {
    first.abort()
    end()
  }
}

/**
 * Hydrates the tool's results when another tab reports an event.
 * @returns a function that stops it
 */
export function hydrateOnFeedEvent(): () => void {
  const { hosts, user } = pageHub()
  if (user === null) return () => undefined
  // The channel on which tabs share the user's feed (`#stores/person-feed.ts`). This page may not
  // have started its feed yet.
  const channel = new BroadcastChannel(`polymuse:feed:${hosts.api}:${user.id}`)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a tool page has no byte to spare
  channel.onmessage = ({ data }: MessageEvent<{ kind?: string }>) => {
    if (data.kind !== 'event') return
    channel.close()
    requestHydration()
  }
  return () => channel.close()
}
