/** The parts of a BroadcastChannel and of Web Locks that a feed uses. */
export type FeedChannel = {
  post(message: unknown): void
  hear(listener: (message: unknown) => void): void
  close(): void
}
export type FeedLocks = {
  /**
   * Runs `work` as soon as this tab is the leader. `lost` is aborted when the tab no longer is.
   * Abort `signal` to give up. `steal` takes the lead from the current leader.
   */
  lead(steal: boolean, signal: AbortSignal, work: (lost: AbortSignal) => void): void
}

/** The channel and the lock that the tabs of a browser share. */
export type FeedTabs = { channel: () => FeedChannel; locks: FeedLocks }

/**
 * Creates the channel and the lock that the tabs of a browser share under a name. Returns null if
 * the browser lacks either, as on plain HTTP.
 */
export function createFeedTabs(name: string): FeedTabs | null {
  const locks = 'locks' in navigator ? navigator.locks : null
  if (locks === null || typeof BroadcastChannel === 'undefined') return null
  return {
    channel: () => openChannel(name),
    locks: { lead: (steal, signal, work) => lead({ locks, name, steal, signal, work }) }
  }
}

function openChannel(name: string): FeedChannel {
  const channel = new BroadcastChannel(name)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a channel has one origin
    post: message => channel.postMessage(message),
    hear: listener => channel.addEventListener('message', ({ data }) => listener(data)),
    close: () => channel.close()
  }
}

type Candidate = {
  locks: Pick<LockManager, 'request'>
  name: string
  steal: boolean
  signal: AbortSignal
  work(lost: AbortSignal): void
}

/**
 * Waits for the lock and works while it holds it. If another tab steals the lock, it waits again.
 */
function lead(candidate: Candidate): void {
  const { locks, name, steal, signal, work } = candidate
  const lost = new AbortController()
  let held = false
  const hold = (): Promise<void> =>
    new Promise(release => {
      const leave = (): void => {
        lost.abort()
        release()
      }
      held = true
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      else work(lost.signal)
    })
  locks.request(name, steal ? { steal } : { signal }, hold).catch(() => {
    lost.abort()
    if (signal.aborted) return
    if (held) lead({ ...candidate, steal: false })
    // The browser gives this document no lock, so the tab reads the feed itself.
    else work(signal)
  })
}
