import Bowser from 'bowser'
import type { Agent } from '#contract/device.ts'

/**
 * Parses a User-Agent header into familiar names; a name is empty where the header does not tell.
 */
export function describeAgent(header: string): Agent {
  if (header === '') return { browser: '', system: '' }
  const { browser, os } = Bowser.parse(header)
  return { browser: browser.name ?? '', system: os.name ?? '' }
}
