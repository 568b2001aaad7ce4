/** Names the open page as the server does: its own title, then the name of its site, which the server wrote into the head. */
export function namePage(title: string): void {
  const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content
  document.title = site ? `${title} · ${site}` : title
}
