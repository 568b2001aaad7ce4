/**
 * Formats a time as minutes and seconds.
 * @param seconds whole seconds, at least 0
 */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * Shows the remaining time every second. The element gives the total in `data-left`, in seconds.
 * @param tick receives the remaining seconds, 0 at the end
 * @returns stops the countdown
 */
export function startCountdown(
  element: HTMLElement,
  tick: (left: number) => void = () => undefined
): () => void {
  const end = Date.now() + Number(element.dataset['left']) * 1000
  const timer = setInterval(() => {
    // Uses the clock instead of counting ticks, because a sleeping page misses ticks.
    const left = Math.max(0, Math.round((end - Date.now()) / 1000))
    element.textContent = formatCountdown(left)
    if (left === 0) clearInterval(timer)
    tick(left)
  }, 1000)
  return () => clearInterval(timer)
}
