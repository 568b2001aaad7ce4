/** Of what a browser has kept, what waits for its person where they sign in again. */
const TYPED = ['owner', 'drafts']

/**
 * Lets nothing that somebody else has left stay in the browser, as the stores do on a page that has some: this is for those
 * that have none, and asks for nothing more than the page's own attributes.
 */
export function settlePage(root: Document): void {
  const { kept, person, returns } = root.documentElement.dataset
  if (kept === undefined || person === undefined) return
  try {
    const here = JSON.stringify(person)
    const owner = localStorage.getItem(`${kept}owner`)
    const left = owner !== null || (person === '' && localStorage.getItem(`${kept}token`) !== null)
    if (left && owner !== here) {
      const spared = new Set(returns === undefined ? [] : TYPED.map(key => kept + key))
      for (const key of Object.keys(localStorage)) if (key.startsWith(kept) && !spared.has(key)) localStorage.removeItem(key)
    }
    if (person !== '') localStorage.setItem(`${kept}owner`, here)
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}
