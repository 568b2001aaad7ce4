/** Lets only one thing of a page be heard: the player, or a video that the user starts. */
export function hearOnly(player: HTMLAudioElement): void {
  const isOther = (other: EventTarget | null): boolean =>
    other instanceof HTMLMediaElement && other !== player && !other.muted
  const listen = ({ target }: Event): void => {
    if (isOther(target)) player.pause()
    if (target !== player) return
    for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video'))
      if (isOther(other)) other.pause()
  }
  document.addEventListener('play', listen, true)
}
