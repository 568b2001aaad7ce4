/** How people sign in: on a page of its own, or in a frame over the page they are on. */
export type LoginFlow = 'redirect' | 'popup'

const SURFACES = ['ios', 'android'] as const

/** The app around the page, which has no other page to send a person to. */
export type Surface = (typeof SURFACES)[number]

/** @param word from an address or a cookie @returns null for anything that is no surface */
export function readSurface(word: string | null | undefined): Surface | null {
  return SURFACES.find(surface => surface === word) ?? null
}

/** A site's own choice (`login`), or what the app around it needs. */
export function loginFlow({ login }: { login: LoginFlow }, surface: Surface | null): LoginFlow {
  return surface !== null || login === 'popup' ? 'popup' : 'redirect'
}
