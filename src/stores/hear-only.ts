/**
 * Lets only one thing be heard: the player, a video that the user starts, or the player of another
 * tab.
 * @param onOther runs when another tab begins to play
 */
export function ensureSinglePlayback(player: HTMLAudioElement, onOther: () => void): void {
  const tabs = new BroadcastChannel('polymuse:player')
  tabs.addEventListener('message', onOther)
  const isOther = (other: EventTarget | null): boolean =>
    other instanceof HTMLMediaElement && other !== player && !other.muted
  const listen = ({ target }: Event): void => {
    if (isOther(target)) player.pause()
    if (target !== player) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a channel has one origin
    tabs.postMessage('playing')
    for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video'))
      if (isOther(other)) other.pause()
  }
  document.addEventListener('play', listen, true)
}
