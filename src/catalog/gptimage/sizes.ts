/** Pixels of an image. OpenAI accepts 655,360 to 8,294,400, with sides of up to 3,840. */
export const GPT_IMAGE_PIXELS = { '1K': 1_048_576, '2K': 3_686_400, '4K': 8_000_000 } as const
