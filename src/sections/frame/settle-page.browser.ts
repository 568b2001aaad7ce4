/** Data that stays in the browser while its user signs in again. */
const TYPED = ['owner', 'drafts']

/**
 * Removes data that another user left in the browser. On a page with stores the stores do this.
 * This is for pages without stores and needs only the page's own attributes.
 */
export function clearOtherUserData(root: Document): void {
  const { kept, person, returns } = root.documentElement.dataset
  if (kept === undefined || person === undefined) return
  try {
    const here = JSON.stringify(person)
    const owner = localStorage.getItem(`${kept}owner`)
    const left = owner !== null || (person === '' && localStorage.getItem(`${kept}token`) !== null)
    if (left && owner !== here) {
      const spared = new Set(returns === undefined ? [] : TYPED.map(key => kept + key))
      for (const key of Object.keys(localStorage))
        if (key.startsWith(kept) && !spared.has(key)) localStorage.removeItem(key)
    }
    if (person !== '') localStorage.setItem(`${kept}owner`, here)
  } catch {
    // A browser that forbids storage has stored nothing.
  }
}
