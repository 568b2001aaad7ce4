/**
 * Makes links that change the theme work immediately: the page changes, and the server stores the
 * choice. Without this script they are plain links that return to the same page.
 */
export function improveThemeSwitch(root: Document): void {
  const links = root.querySelectorAll<HTMLAnchorElement>('a[data-theme-choice]')
  for (const link of links) {
    link.addEventListener('click', event => {
      event.preventDefault()
      show(root, link.dataset['themeChoice'] ?? 'system', links)
      // Only the server writes the cookie, so that its name, lifetime and domain are defined in one
      // place.
      fetch(link.href, { redirect: 'manual' }).catch(() => location.assign(link.href))
    })
  }
}

function show(root: Document, theme: string, links: Iterable<HTMLAnchorElement>): void {
  if (theme === 'system') delete root.documentElement.dataset['theme']
  else root.documentElement.dataset['theme'] = theme
  for (const link of links) {
    if (link.dataset['themeChoice'] === theme) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}
