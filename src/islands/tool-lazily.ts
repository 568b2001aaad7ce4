import { wake } from '#islands/pane-events.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Service } from '#core/service.ts'
import { isKept } from '#stores/persisted.ts'

export type Later = typeof import('#islands/tool-later.ts')

/** Fetches what using a tool takes: a page that is only read does without it. @throws TypeError without a network */
export function loadLater(): Promise<Later> {
  return import('#islands/tool-later.ts')
}

/** Begins something as soon as what it takes is here. @returns ends it */
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

/** Does what a page does for itself, as soon as somebody uses it: a page that is only read asks for nothing more. @returns ends it */
export function startOnUse(hub: HubInfo, service: Service): () => void {
  let end = (): void => undefined
  const forget = (): void => {
    removeEventListener('pointerdown', begin, true)
    removeEventListener('keydown', begin, true)
    end()
  }
  const begin = (): void => {
    forget()
    end = lazily(part => part.startUp(hub, service))
  }
  addEventListener('pointerdown', begin, true)
  addEventListener('keydown', begin, true)
  return forget
}

/** Begins what somebody wanted before they signed in: hardly any page has such a thing. */
export function carryLater(work: Parameters<Later['carryRun']>[0]): void {
  if (isKept('pressed'))
    void loadLater().then(
      part => part.carryRun(work),
      () => undefined
    )
}

/** Has what was made with the tool come to life when another tab tells of something that happens. @returns ends it */
export function wakeWithOthers({ hosts, user }: HubInfo): () => void {
  if (user === null || typeof BroadcastChannel === 'undefined') return () => undefined
  // Where the person's feed is shared between tabs (`#stores/person-feed.ts`), which this page may not have begun to read.
  const channel = new BroadcastChannel(`polymuse:feed:${hosts.api}:${user.id}`)
  channel.addEventListener('message', ({ data }: MessageEvent<{ kind?: string }>) => {
    if (data.kind !== 'event') return
    channel.close()
    wake()
  })
  return () => channel.close()
}
