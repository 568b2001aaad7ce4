/** Minutes and seconds, as a clock shows them. @param seconds whole seconds, none below 0 */
export function formatLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * Shows each second how much is left of the time that an element says in `data-left`, in seconds.
 * @param tick told what is left, 0 at the end
 * @returns ends it before
 */
export function countDown(element: HTMLElement, tick: (left: number) => void = () => undefined): () => void {
  const end = Date.now() + Number(element.dataset['left']) * 1000
  const timer = setInterval(() => {
    // By the clock, not by counting: a sleeping page is not called each second.
    const left = Math.max(0, Math.round((end - Date.now()) / 1000))
    element.textContent = formatLeft(left)
    if (left === 0) clearInterval(timer)
    tick(left)
  }, 1000)
  return () => clearInterval(timer)
}
