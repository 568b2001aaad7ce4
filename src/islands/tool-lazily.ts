import { pageHub } from '#client/page-hub.ts'
import { wake } from '#islands/pane-events.ts'
import { isKept } from '#stores/persisted.ts'

export type Later = typeof import('#islands/tool-later.ts')

/**
 * Loads the code for using a tool. It is loaded late, since many visitors only read the page.
 * @throws TypeError without a network
 */
export function loadLater(): Promise<Later> {
  return import('#islands/tool-later.ts')
}

/**
 * Starts something as soon as its code is loaded.
 * @returns a function that stops it
 */
export function lazily(start: (part: Later) => () => void): () => void {
  let over = false
  let forget = (): void => undefined
  const begin = (part: Later): void => {
    if (!over) forget = start(part)
  }
  void loadLater().then(begin, () => undefined)
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
export function startOnUse(work: Parameters<Later['resume']>[0]): () => void {
  if (isKept('guest') || isKept('pressed')) lazily(part => part.resume(work))
  let end = (): void => undefined
  const forget = (): void => {
    removeEventListener('pointerdown', begin, true)
    removeEventListener('keydown', begin, true)
    end()
  }
  const begin = (): void => {
    forget()
    end = lazily(part => part.startUp(work.service))
  }
  addEventListener('pointerdown', begin, true)
  addEventListener('keydown', begin, true)
  return forget
}

/**
 * Hydrates the tool's results when another tab reports an event.
 * @returns a function that stops it
 */
export function wakeWithOthers(): () => void {
  const { hosts, user } = pageHub()
  if (user === null) return () => undefined
  // The channel on which tabs share the user's feed (`#stores/person-feed.ts`). This page may not
  // have started its feed yet.
  const channel = new BroadcastChannel(`polymuse:feed:${hosts.api}:${user.id}`)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a tool page has no byte to spare
  channel.onmessage = ({ data }: MessageEvent<{ kind?: string }>) => {
    if (data.kind !== 'event') return
    channel.close()
    wake()
  }
  return () => channel.close()
}
