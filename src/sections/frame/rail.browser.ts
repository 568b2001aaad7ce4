const YEAR = 60 * 60 * 24 * 365

/** Lets the rail open to its labels and remembers it in a cookie, so that the server draws the next page the same way. */
export function improveRail(root: Document): void {
  const toggle = root.querySelector<HTMLButtonElement>('[data-rail-toggle]')
  if (toggle === null) return
  toggle.addEventListener('click', () => {
    const page = root.documentElement
    const state = page.dataset['rail'] === 'open' ? 'closed' : 'open'
    page.dataset['rail'] = state
    root.cookie = `RAIL=${state}; path=/; max-age=${YEAR}; samesite=lax`
  })
}
