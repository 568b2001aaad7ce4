/** The image types that every vendor of vision models can read. */
export const READABLE_IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
