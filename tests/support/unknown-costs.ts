/**
 * The actions whose cost at the vendor is unknown, with the reason. In the report of margins, the
 * cost of their runs is unknown.
 */
export const UNKNOWN_COSTS: Readonly<Record<string, string>> = {
  'elevenmusic audios by elevenlabs':
    'ElevenLabs named $0.30 a minute for Eleven Music in June 2026, and no price for v2.5 since.',
  'qrart generate by fal':
    'fal bills Illusion Diffusion by seconds of its machine. Its page rounds that price to $0.',
  'suno upload by fal':
    'fal bills the metadata of a file by seconds of its machine, and its page names no price.'
}
