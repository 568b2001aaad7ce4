import Bowser from 'bowser'
import type { UserAgent } from '#contract/device.ts'

/**
 * Parses a User-Agent header into familiar names; a name is empty where the header does not tell.
 */
export function parseUserAgent(header: string): UserAgent {
  if (header === '') return { browser: '', system: '' }
  const { browser, os } = Bowser.parse(header)
  return { browser: browser.name ?? '', system: os.name ?? '' }
}
