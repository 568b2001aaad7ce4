/** The most images of an answer that are shown. */
const MOST = 4

/** Returns the addresses of the images in a response of the API. */
export function answerImages(text: string): string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, each] of Object.entries(value))
      if (name === 'image_url' && typeof each === 'string' && /^https?:/.test(each)) found.add(each)
      else visit(each)
  }
  try {
    visit(JSON.parse(text))
  } catch {
    // A response that is not JSON has no images.
  }
  return [...found].slice(0, MOST)
}
