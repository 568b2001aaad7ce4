/**
 * Lets links that lead to a change of theme do it at once: the page turns, and the server keeps the choice.
 * Without this they are plain links that come back to the same page.
 */
export function improveThemeSwitch(root: Document): void {
  const links = root.querySelectorAll<HTMLAnchorElement>('a[data-theme-choice]')
  for (const link of links) {
    link.addEventListener('click', event => {
      event.preventDefault()
      show(root, link.dataset['themeChoice'] ?? 'system', links)
      // The server alone writes the cookie, so that its name, life and domain are known in one place.
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
