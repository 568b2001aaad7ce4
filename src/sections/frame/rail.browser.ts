const YEAR = 60 * 60 * 24 * 365

/**
 * Lets the user open the rail to show its labels. A cookie stores the state, so that the server
 * renders the next page in the same way.
 */
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
