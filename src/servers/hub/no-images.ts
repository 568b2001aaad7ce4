/** In place of Astro's own answer at `/_image`: no page here has pictures resized. */
export function ALL(): Response {
  return new Response(null, { status: 404 })
}
