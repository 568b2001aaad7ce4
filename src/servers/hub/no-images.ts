/** Replaces Astro's own endpoint `/_image`: no page here needs resized images. */
export function ALL(): Response {
  return new Response(null, { status: 404 })
}
