/** The image types that every vendor of vision models can read. */
export const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
