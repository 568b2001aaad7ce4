/** The place where users sign in: the login page, or a frame over the current page. */
export type LoginFlow = 'redirect' | 'popup'

const SURFACES = ['ios', 'android'] as const

/** The app that embeds the page and cannot open another page. */
type Surface = (typeof SURFACES)[number]

/**
 * @param word text from a URL or a cookie
 * @returns null for an unknown surface
 */
export function parseSurface(word: string | null | undefined): Surface | null {
  return SURFACES.find(surface => surface === word) ?? null
}

/** Returns the site's own choice (`login`), unless an embedding app needs a popup. */
export function loginFlow({ login }: { login: LoginFlow }, surface: Surface | null): LoginFlow {
  return surface !== null || login === 'popup' ? 'popup' : 'redirect'
}
